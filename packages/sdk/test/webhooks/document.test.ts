import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { WebhookProblem } from '@vezne/sdk/webhooks/errors';

const DOCUMENT = readFileSync(new URL('../../../../docs/receivers.md', import.meta.url), 'utf8');

/** The first cells of a table, without Markdown marks. */
function firstCells(heading: string): string[] {
  const [, table = assert.fail(`no table under ${heading}`)] = DOCUMENT.split(`\n${heading}\n|---`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

test('docs/receivers.md says what to do about every problem', () => {
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
