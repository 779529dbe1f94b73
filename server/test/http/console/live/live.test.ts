import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { changedMessage, countsMessage } from '@vezne/contract/console/live';
import { ringQueue } from '../../../../src/db/queue-channel.ts';
import { newId } from '../../../../src/ids.ts';
import { openConsoleDesk } from '../../../harness/console-desk.ts';
import { startConsoleProcess } from '../../../harness/console-process.ts';
import { until } from '../../../harness/expectations.ts';
import { hears, listen } from '../../../harness/live-stream.ts';
import type { Heard } from '../../../harness/live-stream.ts';

const isChangeOf =
  (id: string) =>
  ({ event, data }: Heard): boolean =>
    event === 'changed' && changedMessage.parse(data).ids.includes(id);

suite('the live stream', () => {
  test('says what waits at once, and again when it differs', async (t) => {
    const desk = await openConsoleDesk(t);
    await desk.deposit();
    await desk.withdrawal();
    const { page } = await desk.operator();
    const stream = await listen(t, page, desk.url);
    assert.equal(stream.status, 200);
    const { data } = await hears(stream, ({ event }) => event === 'counts');
    const counts = countsMessage.parse(data);
    assert.deepEqual(
      [counts.deposits.waiting, counts.deposits.held, counts.withdrawals.waiting, counts.openRequests],
      [1, 0, 1, 0],
    );
    assert.ok(counts.deposits.oldestSince);
    const id = await desk.deposit();
    await hears(
      stream,
      (one) => one.event === 'counts' && countsMessage.parse(one.data).deposits.waiting === 2,
    );
    const hold = {
      ...(await desk.press(id)),
      until: new Date(Date.now() + 3_600_000).toISOString(),
      reason: 'bank_down',
    };
    await page.call('holdDeposit', hold, { id });
    await hears(stream, (one) => one.event === 'counts' && countsMessage.parse(one.data).deposits.held === 1);
  });

  test('names what a colleague opens, decides or takes from the hold, within a second', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const colleague = await desk.operator();
    const stream = await listen(t, page, desk.url);
    // The listener is there when it has said that everything may have changed.
    await hears(stream, ({ event, data }) => event === 'changed' && changedMessage.parse(data).all);
    const id = await desk.deposit();
    const after = async (act: () => Promise<unknown>): Promise<void> => {
      stream.heard = [];
      await act();
      await hears(stream, isChangeOf(id), 1_000);
    };
    await after(async () => await colleague.page.call('claimDeposit', {}, { id }));
    await after(async () => await colleague.page.call('releaseDeposit', undefined, { id }));
    const press = { ...(await desk.press(id)), actualAmount: '1000.00' };
    await after(async () => await colleague.page.call('approveDeposit', press, { id }));
  });

  test('says “all” when there is too much to name', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const stream = await listen(t, page, desk.url);
    await hears(stream, ({ event }) => event === 'changed');
    stream.heard = [];
    ringQueue(
      desk.database.pool('vezne_api'),
      Array.from({ length: 101 }, () => newId()),
    );
    const { data } = await hears(stream, ({ event }) => event === 'changed');
    assert.deepEqual(data, { ids: [], all: true });
  });

  test('outlives whatever is announced, and what names nothing is not announced', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const stream = await listen(t, page, desk.url);
    await hears(stream, ({ event }) => event === 'changed');
    stream.heard = [];
    const odd = '11111111-1111-9111-1111-111111111111';
    assert.equal((await page.call('releaseDeposit', undefined, { id: odd })).status, 200);
    // Any role may say anything.
    const api = desk.database.pool('vezne_api');
    for (const words of [odd, 'x', `${odd},`, 'x'.repeat(7_000)])
      await api.query(`select pg_notify('vezne_queue', $1)`, [words]);
    await hears(stream, isChangeOf(odd));
    await until(
      async () => stream.heard.filter(({ event }) => event === 'changed').length,
      (count) => count === 4,
    );
    assert.equal((await page.call('claimDeposit', {}, { id: await desk.deposit() })).status, 200);
  });

  test('rings at most four times a second, and loses nothing', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const stream = await listen(t, page, desk.url);
    await hears(stream, ({ event }) => event === 'changed');
    stream.heard = [];
    const pool = desk.database.pool('vezne_api');
    const ids = Array.from({ length: 60 }, () => newId());
    const beganMs = performance.now();
    for (const id of ids) {
      ringQueue(pool, [id]);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const named = await until(
      async () =>
        stream.heard.flatMap(({ data }) => ('ids' in (data as object) ? changedMessage.parse(data).ids : [])),
      (all) => ids.every((id) => all.includes(id)),
    );
    assert.equal(named.length, ids.length, 'each once');
    const rings = stream.heard.filter(({ event }) => event === 'changed').length;
    const seconds = (performance.now() - beganMs) / 1000;
    assert.ok(rings <= Math.ceil(seconds * 4) + 1, `${rings} in ${seconds} s`);
  });

  test('ends when its session does, and does not keep it alive', async (t) => {
    const desk = await openConsoleDesk(t, { livePace: { heartbeatMs: 50, lookAtSessionMs: 100 } });
    const { person, page } = await desk.operator();
    const stream = await listen(t, page, desk.url);
    await until(
      async () => stream.beats,
      (beats) => beats > 3,
    );
    const seen = async (): Promise<unknown> =>
      (
        await desk.owner.query(
          'select last_seen_at from staff_session where staff_id = $1 and ended_at is null',
          [person.id],
        )
      ).rows;
    const before = await seen();
    desk.clock.advance(10 * 60_000);
    await until(
      async () => stream.beats,
      (beats) => beats > 8,
    );
    assert.deepEqual(await seen(), before);
    assert.equal(stream.hasEnded, false);
    // Another proof changes the cookie, and not the session.
    assert.equal((await page.call('stepUp', { code: page.codeOf(person) })).status, 200);
    const beats = stream.beats;
    await until(
      async () => stream.beats,
      (now) => now > beats + 5,
    );
    assert.equal(stream.hasEnded, false);
    await desk.owner.query(
      `update staff_session set ended_at = now(), end_reason = 'ended_by_person' where staff_id = $1`,
      [person.id],
    );
    await until(
      async () => stream.hasEnded,
      (hasEnded) => hasEnded,
    );
    assert.deepEqual(stream.heard.at(-1), { event: 'ended', data: {} });
  });

  test('ends when its person is idle for too long', async (t) => {
    const desk = await openConsoleDesk(t, { livePace: { lookAtSessionMs: 50 } });
    const { page } = await desk.operator();
    const stream = await listen(t, page, desk.url);
    await hears(stream, ({ event }) => event === 'counts');
    desk.clock.advance(31 * 60_000);
    await until(
      async () => stream.hasEnded,
      (hasEnded) => hasEnded,
    );
    assert.deepEqual(stream.heard.at(-1), { event: 'ended', data: {} });
  });

  test('ends when the process is told to stop, which waits for no reader', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const other = await startConsoleProcess(t, desk.database);
    const stream = await listen(t, page, other.url);
    await hears(stream, ({ event }) => event === 'counts', 30_000);
    const beganMs = performance.now();
    await other.stop('SIGTERM');
    assert.ok(performance.now() - beganMs < 20_000);
    await until(
      async () => stream.hasEnded,
      (hasEnded) => hasEnded,
    );
  });

  test('is one of a few for each session', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const streams = [];
    for (let count = 0; count < 8; count += 1) streams.push(await listen(t, page, desk.url));
    assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
    assert.equal((await listen(t, page, desk.url)).status, 503);
    await streams[0]?.close();
    await until(
      async () => (await listen(t, page, desk.url)).status,
      (status) => status === 200,
    );
    const colleague = await desk.operator();
    assert.equal((await listen(t, colleague.page, desk.url)).status, 200);
  });
});
