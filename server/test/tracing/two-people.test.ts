import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byTwo, vezneOn } from '../commands/vezne.ts';
import { openConsoleDesk } from '../harness/console-desk.ts';
import { openDesk } from '../harness/desk.ts';
import { until } from '../harness/expectations.ts';
import { startCollector } from './collector.ts';
import type { Collector, ReceivedSpan } from './collector.ts';

const ABOVE_FOUR_EYES = 6_000_000n;

/** Both steps, whichever process told its own first. */
async function steps({ spans }: Collector): Promise<ReceivedSpan[]> {
  return await until(
    async () => spans.toSorted((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1)),
    (found) => found.length >= 2,
  );
}

const shown = ({ traceId, service, name, values }: ReceivedSpan): unknown[] => [
  traceId,
  service,
  name,
  values['vezne.by'],
  values['vezne.outcome'],
];

test('what one person asks at the console and another confirms are steps of the same trace', async (t) => {
  const collector = await startCollector(t);
  const desk = await openConsoleDesk(t, { config: { otlpEndpoint: collector.endpoint } });
  const [first, second] = [await desk.operator(), await desk.operator()];
  const id = await desk.deposit({ amountCents: ABOVE_FOUR_EYES });
  const press = { ...(await desk.press(id)), actualAmount: '60000.00' };
  assert.equal((await first.page.call('approveDeposit', press, { id })).body['outcome'], 'asked');
  const confirmed = await second.page.call('confirmRequest', { marksRead: [] }, { id: press.decisionId });
  assert.equal(confirmed.status, 200);

  const [asked, done, ...more] = await steps(collector);
  const traceId = id.replaceAll('-', '');
  assert.ok(asked && done);
  assert.deepEqual([asked, done].map(shown), [
    [traceId, 'vezne-console', 'decision approve', 'staff', 'asked'],
    [traceId, 'vezne-console', 'confirmation deposit.approve', 'staff', 'made'],
  ]);
  assert.deepEqual(
    [asked.values['vezne.asked_id'], done.values['vezne.asked_id']],
    [press.decisionId, press.decisionId],
  );
  assert.deepEqual(more, []);
  const all = collector.texts.join('\n');
  for (const { person } of [first, second]) assert.ok(!all.includes(person.handle));
});

test('the same at the command line, whose processes end as soon as they have told it', async (t) => {
  const collector = await startCollector(t);
  const desk = await openDesk(t);
  const vezne = vezneOn(desk.database, { VEZNE_ACTOR: 'ayse', VEZNE_OTLP_ENDPOINT: collector.endpoint });
  const id = await desk.deposit({ amountCents: ABOVE_FOUR_EYES });
  const { fingerprint } = await desk.see(id);
  const { code, stderr } = await byTwo(vezne, ['deposit', 'approve', id, '--seen', fingerprint]);
  assert.equal(code, 0, stderr);
  const traceId = id.replaceAll('-', '');
  assert.deepEqual((await steps(collector)).map(shown), [
    [traceId, 'vezne-command-line', 'decision approve', 'command_line', 'asked'],
    [traceId, 'vezne-command-line', 'confirmation deposit.approve', 'command_line', 'made'],
  ]);
});
