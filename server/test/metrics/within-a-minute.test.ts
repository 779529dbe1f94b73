/** From each of the worst troubles to its alert it takes less than a minute, with the rules and the intervals that we ship. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEEN_WITHIN_SECONDS, TROUBLES, longestDelay, readLooks } from '../../../tools/docs/alert-delays.ts';
import type { Trouble } from '../../../tools/docs/alert-delays.ts';
import { readRules } from '../../../tools/docs/alert-rules.ts';
import { OF } from './plays.ts';
import type { Play } from './plays.ts';
import { play } from './promtool.ts';

const LOOKS = readLooks();
const { scrapeEvery, scrapeWithin, evaluateEvery } = LOOKS;

/** The series of each trouble, and what they say before it and while it lasts. */
const TOLD: Readonly<Record<string, readonly [series: string, before: string, since: string]>> = {
  VezneWorkerDead: [`vezne_process_info{process="worker", ${OF('one')}}`, '1', 'stale'],
  VezneApiDead: [`vezne_process_info{process="api", ${OF('one')}}`, '1', 'stale'],
  VezneDatabaseAway: [`vezne_database_up{${OF('one')}}`, '1', '0'],
  VezneWebhookEndpointDown: [`vezne_webhook_endpoints_late{state="active", ${OF('worker')}}`, '0', '1'],
  VezneLedgerDifference: [`vezne_ledger_differences{${OF('worker')}}`, '0', '1'],
  VezneAuditEntriesUnsealed: [
    `vezne_queue_oldest_seconds{queue="unsealed_audit_entries", ${OF('worker')}}`,
    '299',
    '301',
  ],
  VezneOverloaded: [`vezne_http_errors_total{code="overloaded", ${OF('one')}}`, '0', '10'],
};

test('every trouble that has to be seen within a minute has an alert within a minute', (t) => {
  assert.equal(TROUBLES.length, 7);
  for (const trouble of TROUBLES) {
    const seconds = longestDelay(trouble);
    t.diagnostic(`${trouble.since}: ${trouble.alert} after ${seconds} s at most`);
    assert.ok(seconds <= SEEN_WITHIN_SECONDS, `${trouble.alert} after ${seconds} s`);
  }
});

test('a rule that waits for two minutes would be noticed', () => {
  const rules = readRules().map((rule) => ({ ...rule, for: '2m' }));
  for (const trouble of TROUBLES) assert.ok(longestDelay(trouble, { rules }) > SEEN_WITHIN_SECONDS);
});

/** The trouble begins just after a scrape that saw nothing. */
const CALM = 6;

/**
 * promtool scrapes and evaluates at the same moments. Prometheus may have evaluated just before the answer of a scrape was there, so here the
 * alert has to fire earlier by what the next evaluation and the answer take.
 */
function worstPlay(trouble: Trouble): Play {
  const [series, before, since] = TOLD[trouble.alert] ?? assert.fail(trouble.alert);
  const toldWithin = trouble.toldWithin(LOOKS);
  const lateScrapes = Math.floor(toldWithin / scrapeEvery);
  const lateAnswer = Math.max(toldWithin % scrapeEvery, since === 'stale' ? scrapeWithin : 0);
  const seconds = CALM * scrapeEvery + SEEN_WITHIN_SECONDS - evaluateEvery - lateAnswer;
  return {
    alert: trouble.alert,
    series: { [series]: `${before}x${CALM + lateScrapes} ${since === 'stale' ? 'stale _' : since}x30` },
    interval: '10s',
    quiet: `${CALM * scrapeEvery}s`,
    fires: `${Math.floor(seconds / evaluateEvery) * evaluateEvery}s`,
    ...(since === 'stale'
      ? { labels: { process: trouble.alert === 'VezneApiDead' ? 'api' : 'worker' } }
      : {}),
  };
}

test('Prometheus fires each of them in time, also when every look comes as late as it can', (t) => {
  assert.deepEqual([scrapeEvery, evaluateEvery], [10, 10], 'the interval of the plays');
  const { status, output } = play(t, TROUBLES.map(worstPlay), '10s');
  assert.equal(status, 0, output);
});
