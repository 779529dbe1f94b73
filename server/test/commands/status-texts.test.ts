import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageText } from '../../src/commands/status/age-text.ts';
import { problemText } from '../../src/commands/status/problem-texts.ts';
import { archivedText, standbyText } from '../../src/commands/status/state-lines.ts';

test('an age has its two largest units', () => {
  const now = new Date('2026-03-01T09:30:00Z');
  for (const [seconds, text] of [
    [-3, '0 s'],
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [372, '6 min 12 s'],
    [3 * 3_600 + 20 * 60 + 59, '3 h 20 min'],
    [86_400 + 59, '1 d'],
    [3 * 86_400 + 2 * 3_600, '3 d 2 h'],
  ] as const)
    assert.equal(ageText(new Date(now.getTime() - seconds * 1_000), now), text);
});

test('standbys that nobody may see are not none', () => {
  const text = (standbys: number | null, replicationLagSeconds: number | null): string =>
    standbyText({ standbys, replicationLagSeconds });
  assert.match(text(null, null), /^can't be seen: .+ pg_read_all_stats$/);
  assert.equal(text(0, null), 'none');
  assert.equal(text(1, 0), '1, 0.0 s behind');
  assert.equal(text(2, 61.25), '2, the worst 61.3 s behind');
});

test('the age of the archive is shown, or that nothing is archived by the clock', () => {
  assert.equal(archivedText({ archivedSecondsAgo: 41.6 }), '42 s ago');
  assert.match(archivedText({ archivedSecondsAgo: null }), /^nothing by the clock \(archive_mode/);
  assert.match(
    problemText({ code: 'database_does_not_archive', seconds: 725.4 }, new Date()),
    /^The database has archived nothing for 12 min 5 s: .+ See "The log is not archived" in docs\/runbook\.md\.$/,
  );
});
