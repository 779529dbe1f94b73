/** Many pages stay open and ask for their state, while a partner goes on as if there were none. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processUs } from '../../bench/cpu.ts';
import { approve } from '../../e2e/hosted-page/decisions.ts';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import { get, post, send } from '../../server/test/harness/client.ts';
import { openDesk } from '../../server/test/harness/desk.ts';
import type { Desk } from '../../server/test/harness/desk.ts';
import { depositBody } from '../../server/test/harness/factories.ts';
import { newPage, press } from '../../server/test/http/pay/pages.ts';
import { inParallel } from '../parallel.ts';
import { percentile99 } from '../webhooks/quantiles.ts';
import type { Answers, AskingPages, Questions } from './asking-process.ts';

export interface OpenPagesWorld {
  desk: Desk;
  url: string;
  /** Half of them show what to send where, half wait for a decision. */
  pages: AskingPages[];
  apiPid: number;
}

export interface Slice {
  signedP99Ms: number;
  signed: number;
  /** What the pages asked, and how long they waited for the slowest hundredth. */
  asked: number;
  stateP99Ms: number;
  /** Transactions that PostgreSQL counted, for everything that the service did. */
  statements: number;
  /** Processor time of the api: it does not depend on what else the machine does. */
  apiCpuMs: number;
}

/** As the page's script asks, before the press and after it. */
const ASKS_EVERY_MS = { paying: 2_000, checking: 1_200 };
/** Pages that nobody asked for are forgotten, and read again one by one: it takes some seconds until all are known. */
const WARM_UP_SECONDS = 8;
const SIGNED_PER_SECOND = 50;
/** A decision is seen by the page that asks next. */
const SEEN_WITHIN_MS = 2_000;
const DECIDED = 5;
/** PostgreSQL counts a session's transactions when it is idle, at most once a second. */
const COUNTED_AFTER_MS = 1_500;
const TICK_MS = 20;

export async function openWorld(t: TestContext, pages: number): Promise<OpenPagesWorld> {
  const desk = await openDesk(t);
  const { owner, database, partner } = desk;
  const { url, child } = await startApiProcess(t, database);
  const api = { url, owner, database, partner };
  const paths = await inParallel(
    Array.from({ length: pages }, (_, number) => number),
    16,
    async () => await newPage(api),
  );
  const paying = paths.slice(pages / 2);
  const checking = paths.slice(0, pages / 2);
  await inParallel(checking, 16, async (path) => await press(api, path));
  // As autovacuum does within a minute: without it, lists are read by plans for an empty database.
  await owner.query('analyze');
  return {
    desk,
    url,
    pages: [
      { paths: paying, everyMs: ASKS_EVERY_MS.paying },
      { paths: checking, everyMs: ASKS_EVERY_MS.checking },
    ],
    apiPid: child.pid ?? assert.fail(),
  };
}

/** For some seconds, the partner's signed requests, beside as many open pages as are given. */
export async function runSlice(
  { desk, url, apiPid }: OpenPagesWorld,
  pages: AskingPages[],
  seconds: number,
): Promise<Slice> {
  const warmUpSeconds = pages.length === 0 ? 0 : WARM_UP_SECONDS;
  const asking = askInProcess({ url, pages, warmUpSeconds, seconds });
  if (warmUpSeconds > 0)
    await new Promise((resolve) => setTimeout(resolve, warmUpSeconds * 1_000 - COUNTED_AFTER_MS));
  const before = await transactions(desk);
  const cpuBeforeUs = processUs(apiPid);
  const signedMs: number[] = [];
  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  for (let nowMs = 0; nowMs < seconds * 1_000; nowMs = performance.now() - startMs) {
    while (underWay.length < (SIGNED_PER_SECOND * nowMs) / 1_000)
      underWay.push(sendSigned(desk, url, { isCreate: underWay.length % 2 === 0, into: signedMs }));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
  const { asked, failed, p99Ms } = await asking;
  assert.equal(failed, 0, 'every page gets its answers');
  const apiCpuMs = (processUs(apiPid) - cpuBeforeUs) / 1_000;
  const statements = (await transactions(desk)) - before;
  const signedP99Ms = percentile99(signedMs);
  return { signedP99Ms, signed: underWay.length, asked, stateP99Ms: p99Ms, statements, apiCpuMs };
}

async function askInProcess(questions: Questions): Promise<Answers> {
  const child = fork(fileURLToPath(new URL('asking-process.ts', import.meta.url)));
  child.send(questions);
  const [answers] = (await once(child, 'message')) as [Answers];
  return answers;
}

async function sendSigned(
  { partner }: Desk,
  url: string,
  { isCreate, into }: { isCreate: boolean; into: number[] },
): Promise<void> {
  const startMs = performance.now();
  const { status } = await (isCreate
    ? post(url, partner, '/v1/deposits', depositBody())
    : get(url, partner, '/v1/transactions?limit=1'));
  into.push(performance.now() - startMs);
  assert.equal(status, isCreate ? 201 : 200);
}

/** Some of the open pages are decided: how long the slowest took to hear of it, in milliseconds. */
export async function slowestNewsMs({ desk, url, pages }: OpenPagesWorld): Promise<number> {
  let slowestMs = 0;
  for (const path of pages.at(-1)?.paths.slice(0, DECIDED) ?? []) {
    const version = async (): Promise<unknown> =>
      (await send(url, { method: 'GET', path: `${path}/state` })).json?.['version'];
    const before = await version();
    await approve(desk, path.split('/')[2] ?? '', 100_000n);
    const decidedAtMs = performance.now();
    while ((await version()) === before) {
      assert.ok(performance.now() - decidedAtMs < SEEN_WITHIN_MS, 'a decision is seen in time');
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    slowestMs = Math.max(slowestMs, performance.now() - decidedAtMs);
  }
  return slowestMs;
}

async function transactions({ owner }: Desk): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, COUNTED_AFTER_MS));
  const { rows } = await owner.query<{ count: number }>(
    `select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.count ?? assert.fail();
}
