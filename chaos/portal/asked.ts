import assert from 'node:assert/strict';
import { everyQuestion } from './questions.ts';
import type { Question } from './questions.ts';
import type { PortalWorld, ViewedPartner } from './world.ts';

const TRIES = 5;
/** Somebody looks at a screen and waits. */
const WITHIN_MS = 300;

export interface Asked {
  what: string;
  p50Ms: number;
  slowestMs: number;
  /** Of the list in the answer. */
  rows: number;
}

/** Every screen, filter and search of every partner, from the beginning and deep in the history. */
export async function askEverything(world: PortalWorld): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const partner of world.partners) {
    for (const [what, question] of Object.entries(await everyQuestion(world, partner)))
      asked.push(await ask(partner, `${what} (${partner.name})`, question));
  }
  return asked;
}

export function holdInTime(asked: readonly Asked[]): void {
  const late = asked.filter(({ p50Ms }) => p50Ms > WITHIN_MS);
  assert.deepEqual(
    late.map(({ what, p50Ms }) => `${what}: ${p50Ms.toFixed(0)} ms`),
    [],
  );
}

async function ask(
  { page }: ViewedPartner,
  what: string,
  { route, query, body, id, list }: Question,
): Promise<Asked> {
  const times: number[] = [];
  let rows = 0;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const startedMs = performance.now();
    const answer = await page.call(route, body, {
      ...(id === undefined ? {} : { id }),
      ...(query === undefined ? {} : { query: `?${new URLSearchParams(query).toString()}` }),
    });
    times.push(performance.now() - startedMs);
    assert.equal(answer.status, 200, `${what}: ${answer.text}`);
    if (list === undefined) continue;
    // What is asked for must be there: nothing is read as fast as nothing.
    const listed = answer.body[list.name];
    assert.ok(Array.isArray(listed), `${what}: ${answer.text}`);
    rows = listed.length;
    // An amount or a kind that is rare is looked for only so far; `next` goes on from there.
    const isCutShort = rows === 0 && (answer.body['next'] ?? null) !== null;
    assert.ok(
      rows >= list.least || isCutShort,
      `${what}: ${rows} rows, and at least ${list.least} are there`,
    );
  }
  const sorted = times.toSorted((left, right) => left - right);
  return {
    what,
    p50Ms: sorted[Math.floor(TRIES / 2)] ?? assert.fail(),
    slowestMs: sorted.at(-1) ?? assert.fail(),
    rows,
  };
}
