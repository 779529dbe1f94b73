/** Figures that the guides mention are those of the code that does it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EVENT_EXAMPLES, TEST_EVENT_EXAMPLE } from '@vezne/contract/partner/examples';
import { buildOpenApi } from '@vezne/contract/partner/openapi';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { FIGURES, SCHEDULE_HOURS, VARIABLES } from '../../../src/http/docs/guides/facts.ts';
import { TABLES } from '../../../src/http/docs/guides/tables.ts';
import { EN } from '../../../src/http/docs/guides/words/en.ts';
import { TR } from '../../../src/http/docs/guides/words/tr.ts';
import { DEFAULT_TIMEOUT_MS } from '../../../src/jobs/webhooks/sender.ts';
import { testEventBody } from '../../../src/jobs/webhooks/test-event-body.ts';
import { createTestDatabase } from '../../harness/database.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const sourceOf = (file: string): string => readFileSync(`${REPOSITORY}${file}`, 'utf8');

/** The number of a constant that its file keeps to itself. */
function constant(file: string, name: string): number {
  const [, value] = new RegExp(`const ${name} = ([\\d_ *]+);`).exec(sourceOf(file)) ?? [];
  if (value === undefined) return assert.fail(`${file} has no ${name}`);
  return value.split('*').reduce((product, factor) => product * Number(factor.trim().replaceAll('_', '')), 1);
}

test('the figures are the defaults of the code', async (t) => {
  assert.equal(FIGURES.timeoutSeconds * 1_000, DEFAULT_TIMEOUT_MS);
  assert.equal(
    FIGURES.toleranceSeconds,
    constant('server/src/http/partner/authenticate.ts', 'MAX_SKEW_SECONDS'),
  );
  assert.equal(
    FIGURES.toleranceSeconds,
    constant('packages/sdk/src/webhooks/verify.ts', 'DEFAULT_TOLERANCE_SECONDS'),
  );
  const endpoint = 'server/src/jobs/webhooks/owned-endpoint.ts';
  assert.equal(FIGURES.downAfter, constant(endpoint, 'DOWN_AFTER_FAILURES'));
  assert.equal(FIGURES.probeSeconds * 1_000, constant(endpoint, 'LONGEST_PROBE_MS'));
  assert.equal(FIGURES.retryAfterHours * 3_600_000, Math.max(...WEBHOOK_SCHEDULE_MS));
  assert.equal(FIGURES.bodyKib * 1_024, constant('server/src/http/api-app.ts', 'BODY_LIMIT_BYTES'));
  const { rows } = await (
    await createTestDatabase(t)
  )
    .pool()
    .query('select deposit_expiry_seconds as seconds from platform_settings order by version desc limit 1');
  assert.deepEqual(rows, [{ seconds: FIGURES.expiryHours * 3_600 }], 'of a new installation');
});

test('what the contract says in words has the same figures', () => {
  const { webhooks } = buildOpenApi({ serverUrl: 'https://pay.example' });
  const { description, responses } = webhooks['deposit.approved']?.post ?? assert.fail('no webhook');
  assert.ok(description.includes(` ${FIGURES.toleranceSeconds} seconds `), description);
  assert.match(
    responses['default']?.description ?? '',
    new RegExp(` within ${FIGURES.timeoutSeconds} seconds`),
  );
  for (const words of [EN, TR]) {
    assert.match(words.errors.body_too_large.cause, new RegExp(` ${FIGURES.bodyKib} KiB`));
  }
});

test('a time that can be agreed otherwise says so wherever it is told', () => {
  const times = /\{\{(?:expiryHours|timeoutSeconds|attempts)\}\}/g;
  for (const [language, otherwise] of [
    ['en', /(?:unless|Unless) (?:another time was|other times were) agreed/],
    ['tr', /[Bb]aşka (?:bir süre|süreler) kararlaştırılmadıysa/],
  ] as const) {
    const files = globSync(`server/src/http/docs/guides/${language}/*.md`, { cwd: REPOSITORY });
    const told = files
      .flatMap((file) => sourceOf(file).split('\n'))
      .filter((line) => line.search(times) !== -1);
    assert.equal(told.length, 6, language);
    for (const line of told) assert.match(line, otherwise);
  }
});

test('the waits of the schedule are told as they are, in both languages', () => {
  assert.equal(Math.floor(SCHEDULE_HOURS / 24), 3);
  const rows = TABLES['schedule']?.(EN).split('\n').slice(2) ?? [];
  assert.equal(rows.length, WEBHOOK_SCHEDULE_MS.length);
  assert.deepEqual(
    [rows[0], rows[1], rows.at(-1)],
    ['| 2 | 5 s | 5 s |', '| 3 | 30 s | 35 s |', '| 13 | 24 h | 77 h |'],
  );
  assert.match(TABLES['schedule']?.(TR) ?? '', /^\| 5 \| 10 dk \| 13 dk \|$/m);
});

test('the samples read the variables that the guides name, and no others', () => {
  const names = new Set<string>(Object.values(VARIABLES));
  const files = globSync('examples/{samples,webhooks,first-deposit,first-webhook}/*/*.{sh,php,py,ts}', {
    cwd: REPOSITORY,
  });
  const read = files.flatMap((file) =>
    [...sourceOf(file).matchAll(/\b(VEZNE_[A-Z_]+)\b/g)].map(([, name = '']) => name),
  );
  assert.deepEqual([...new Set(read)].toSorted(), [...names].toSorted());
});

test('the webhook that a reader sends to a receiver is an event of the contract', () => {
  const script = sourceOf('examples/first-webhook/shell/send.sh');
  const [, id = ''] = /^ID=(\S+)$/m.exec(script) ?? [];
  const [, written = ''] = /^BODY='(.*)'$/m.exec(script) ?? [];
  const sent = JSON.parse(written.replace(`'$ID'`, id)) as { transactionId: string };
  const { transactionId } = sent;
  assert.deepEqual(sent, { ...EVENT_EXAMPLES['deposit.approved'], eventId: id, transactionId });
});

test('the test event is shown as it is sent', () => {
  const { eventId, occurredAt } = TEST_EVENT_EXAMPLE;
  const sent = testEventBody({ eventId, occurredAt: new Date(occurredAt) });
  assert.equal(sent, JSON.stringify(TEST_EVENT_EXAMPLE));
});
