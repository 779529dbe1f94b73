/** Enter held down on a button that decides, and what it leaves behind. */
import assert from 'node:assert/strict';
import type pg from 'pg';
import type { Page } from 'playwright-core';

const HELD_MS = 3_000;
/** As often as a keyboard repeats. */
const REPEAT_MS = 50;
/** The answer comes in the middle: the key is down before it, and long after it. */
const ANSWER_AFTER_MS = 1_000;

/** What decides, apart from saying what one looks at. */
const isDecision = (path: string): boolean => !/\/(claim|copies|step-up|live)$/.test(path);

export interface Held {
  name: string;
  /** Opens the question and fills in what it asks for. */
  ask: (page: Page) => Promise<void>;
  /** Everything that one press writes: steps of transactions, requests for a second person, entries of the audit log. */
  leaves: readonly string[];
}

/** Holds Enter on the button of the open question, and compares what was written with what one press writes. */
export async function decideByHeldEnter(
  page: Page,
  owner: pg.Pool,
  { name, ask, leaves }: Held,
): Promise<void> {
  await ask(page);
  const dialog = page.getByRole('dialog');
  const before = await written(owner);
  const posts: string[] = [];
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (route.request().method() !== 'POST' || !isDecision(path)) return await route.continue();
    posts.push(path);
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
    await route.continue();
  });
  await dialog.locator('button[type=submit]').focus();
  for (let heldMs = 0; heldMs <= HELD_MS; heldMs += REPEAT_MS) {
    await page.keyboard.down('Enter');
    await page.waitForTimeout(REPEAT_MS);
  }
  await page.keyboard.up('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
  assert.equal(posts.length, 1, `${name}: ${posts.join(', ')}`);
  assert.deepEqual(newOnes(before, await written(owner)), leaves.toSorted(), name);
}

/** How often each thing was written. */
async function written(owner: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ what: string; count: number }>(
    `select what, count(*)::int as count from (
       select 'step ' || trigger as what from transaction_step where trigger <> 'create'
       union all select 'request ' || action || ' ' || status from second_person_request
       union all select 'audit ' || action from audit_entry
     ) as everything group by what`,
  );
  return new Map(rows.map(({ what, count }) => [what, count]));
}

/** One line for each that came, and one for each that went. */
function newOnes(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  const lines: string[] = [];
  for (const what of new Set([...before.keys(), ...after.keys()])) {
    const more = (after.get(what) ?? 0) - (before.get(what) ?? 0);
    for (let times = 0; times < Math.abs(more); times += 1) lines.push(more > 0 ? what : `no longer ${what}`);
  }
  return lines.toSorted();
}
