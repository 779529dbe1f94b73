import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { partnerEvent } from '@vezne/contract/partner/events';
import { RESPONSE_EXAMPLES } from '@vezne/contract/partner/examples';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import type { WebhookProblem } from '@vezne/sdk/webhooks/errors';
import { TEST_EVENT } from '@vezne/sdk/webhooks/test-event';

const DOCUMENT = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');

/** The first cells of a table, without Markdown marks. */
function firstCells(heading: string): string[] {
  const [, table = assert.fail(`no table under ${heading}`)] = DOCUMENT.split(`\n${heading}\n|---`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

test('docs/webhooks.md describes the fields of a webhook as the contract does', () => {
  const { properties = {} } = partnerEvent.toJSONSchema();
  const rows = Object.entries(properties).map(([name, schema]) => {
    if (typeof schema === 'boolean') return assert.fail(name);
    const types = [schema, ...(schema.anyOf ?? [])].flatMap((one) =>
      typeof one === 'object' ? (one.type ?? []) : [],
    );
    return `| \`${name}\` | ${types.join(' or ')} | ${schema.description} |`;
  });
  assert.ok(rows.length >= 17);
  const table = ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n');
  assert.ok(DOCUMENT.includes(`\n\n${table}\n\n`), `It should say:\n${table}`);
});

test('docs/webhooks.md shows an event that the service could send', () => {
  const [, shown = ''] = /^```json\n(.*?)^```$/ms.exec(DOCUMENT) ?? [];
  assert.deepEqual(JSON.parse(shown), RESPONSE_EXAMPLES.listEvents.events[0]);
});

test('docs/webhooks.md says what to do about every event and every problem', () => {
  assert.deepEqual(
    firstCells('| event | it means | do |').toSorted(),
    [...EVENT_TYPES, TEST_EVENT].toSorted(),
  );
  const problems: Record<WebhookProblem, true> = {
    header_missing: true,
    header_malformed: true,
    event_id_mismatch: true,
    secret_malformed: true,
    body_parsed: true,
    body_reserialised: true,
    signature_version_unknown: true,
    signature_mismatch: true,
    timestamp_too_old: true,
    timestamp_too_new: true,
    not_an_event: true,
  };
  assert.deepEqual(firstCells('| code | mostly it is |'), Object.keys(problems));
});

test('docs/webhooks.md states the waits of the schedule', () => {
  const [, list = ''] = /It is sent again after ([^,]+(?:, [^,]+)*? and \d+ h),/.exec(DOCUMENT) ?? [];
  const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
  const waitsMs = [...list.matchAll(/(\d+) ([smh])/g)].map(
    ([, count, unit = '']) => Number(count) * (unitMs[unit] ?? Number.NaN),
  );
  assert.deepEqual(waitsMs, WEBHOOK_SCHEDULE_MS);
});
