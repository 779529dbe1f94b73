/**
 * Debian's Prometheus scrapes the series of the plays that promtool is given (server/test/metrics/plays.ts), and every alert that the other tests don't
 * bring about with real processes is quiet, fires and clears in front of it.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLAYS } from '../server/test/metrics/plays.ts';
import { RULES_FILE, readRules } from '../tools/docs/alert-rules.ts';
import { claimPorts } from '../tools/ports/claim.ts';
import { EVERY_SECOND, startPrometheus } from './alerts/prometheus.ts';
import { REPLAYED_WITHIN_SECONDS, quickened, replay, valuesOf } from './alerts/replay.ts';
import type { Replay } from './alerts/replay.ts';

/** chaos/alerts.test.ts and chaos/alerts-of-commits.test.ts */
const WITH_REAL_PROCESSES = [
  'VezneApiDead',
  'VezneAuditEntriesUnsealed',
  'VezneDatabaseAway',
  'VezneDatabaseDoesNotConfirm',
  'VezneDatabaseWentBack',
  'VezneLedgerDifference',
  'VezneOverloaded',
  'VezneProcessDead',
  'VezneWebhookEndpointDown',
  'VezneWorkerDead',
];
const ALWAYS = 'VezneWatchdog';
const PATIENCE_SECONDS = 80;

test('every alert that no real process brings about is quiet, fires and clears in front of a real Prometheus', async (t) => {
  const names = readRules()
    .map(({ name }) => name)
    .filter((name) => !WITH_REAL_PROCESSES.includes(name));
  assert.equal(names.length, readRules().length - WITH_REAL_PROCESSES.length);
  const replays = names.map((name) =>
    replay(PLAYS.find(({ alert, fires }) => alert === name && fires !== undefined) ?? assert.fail(name)),
  );
  const target = await startTarget(t, replays);
  const prometheus = await startPrometheus(t, {
    port: await claimPorts(),
    targets: [target.address],
    watch: { rules: quickened(readFileSync(RULES_FILE, 'utf8'), replays), looks: EVERY_SECOND },
    // The series have the labels that they would have; this target has others.
    job: { job_name: 'replay', honor_labels: true },
  });

  const firstFiring = new Map<string, number>();
  const firing = async (): Promise<string[]> => {
    const now = (await prometheus.alerts()).filter(({ state }) => state === 'firing');
    for (const { name } of now) if (!firstFiring.has(name)) firstFiring.set(name, target.seconds());
    return now.map(({ name }) => name);
  };
  let last: readonly string[] = [];
  const startMs = performance.now();
  do {
    await sleep(250);
    last = await firing();
  } while (
    (target.seconds() <= REPLAYED_WITHIN_SECONDS || last.length > 1) &&
    performance.now() - startMs < PATIENCE_SECONDS * 1_000
  );
  t.diagnostic(`${firstFiring.size} alerts in ${Math.round((performance.now() - startMs) / 1_000)} s`);
  assert.deepEqual([...firstFiring.keys()].toSorted(), names.toSorted(), 'Each fires.');
  assert.deepEqual(last, [ALWAYS], 'Each clears, but for the one that always fires.');
  for (const { alert, quietFor } of replays)
    assert.ok(
      (firstFiring.get(alert) ?? 0) >= quietFor,
      `${alert} fires after ${firstFiring.get(alert)} s, and has to be quiet for ${quietFor} s.`,
    );
});

test('the series of the plays are read as promtool reads them', () => {
  assert.deepEqual(valuesOf('0x2 10 stale _x2 30+60x2'), [
    0,
    0,
    0,
    10,
    undefined,
    undefined,
    undefined,
    30,
    90,
    150,
  ]);
  assert.throws(() => valuesOf('1-1x3'), /not read here/);
});

/** It tells what each replay tells at its moment. A second passes with each look, however long the machine takes for it. */
async function startTarget(
  t: TestContext,
  replays: readonly Replay[],
): Promise<{ address: string; seconds: () => number }> {
  let looks = 0;
  const server = createServer((_request, response) => {
    const lines = replays.flatMap((one) => one.at(looks).map(({ series, value }) => `${series} ${value}\n`));
    looks += 1;
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(lines.join(''));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, seconds: () => looks };
}
