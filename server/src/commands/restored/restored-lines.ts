/** What was found, and what a person does next. */
import type { NewestKind, NewestRow } from '../../db/read/installation/restores.ts';
import { toEventId, toTransactionId } from '../../ids.ts';
import type { Head } from '../../usecases/restores/compare-heads.ts';
import type { NotedRestore } from '../../usecases/restores/note-restore.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { count, indentedTable, timeText } from '../layout.ts';
import { bad, good, heading } from '../terminal.ts';

/** The same for programs: with the ids that partners and logs know. */
export function restoredValues(noted: NotedRestore): object {
  return plainValues({
    ...noted,
    newest: noted.newest.map((row) => ({ ...row, id: idText(row) })),
    feeds: noted.feeds.map((feed) => ({ ...feed, eventId: toEventId(feed.eventId) })),
  });
}

export function restoredLines(noted: NotedRestore): string[] {
  const { keptUntil, newest, codes } = noted;
  return [
    keptUntil === null
      ? bad('No row is older than that: nothing of what was acknowledged before is here.')
      : `Everything that was acknowledged until ${timeText(keptUntil)} is here. ${laterText(noted)}`,
    ...headLines(noted),
    ...lastRunLines(noted),
    '',
    heading('Newest rows'),
    ...indentedTable(
      ['what', 'which', 'when'],
      newest.map((row) => [KINDS[row.kind], idText(row), timeText(row.at)]),
    ),
    '',
    heading('Reference codes'),
    `  ${codes.skipped} left out, so none that a player was shown since then comes again; ${codes.left} left.`,
    '',
    heading('Where the events of each partner end'),
    ...feedLines(noted),
    '',
    heading('What to do now'),
    ...nextSteps(noted),
  ];
}

function laterText({ heads: { gone } }: NotedRestore): string {
  return gone > 0
    ? 'What was acknowledged later is gone.'
    : 'If anything was acknowledged later, it is gone.';
}

const KINDS: Readonly<Record<NewestKind, string>> = {
  transaction: 'transaction',
  event: 'event of a partner',
  posting: 'posting in the books',
  audit_entry: 'audit entry',
  audit_seal: 'seal of the audit log',
  process: 'sign of life of a process',
  installation: 'first settings',
};

function idText({ kind, id }: NewestRow): string {
  if (kind === 'transaction') return toTransactionId(id);
  return kind === 'event' ? toEventId(id) : id;
}

function headLines({ heads: { checked, newestFound, gone, firstGone, lastGone } }: NotedRestore): string[] {
  if (checked === 0)
    return [bad('No published head was given, so nothing proves what is gone. Give them with --heads FILE.')];
  if (firstGone === null || lastGone === null)
    return [
      good(
        `Nothing that was published is gone: ${count(checked, 'head')} found in the audit log, the newest of ${sealText(newestFound)}.`,
      ),
    ];
  const found =
    newestFound === null
      ? 'No published head is here, so the files may be of another database.'
      : `The newest that is here is of ${sealText(newestFound)}.`;
  return [
    bad(
      `PROVEN: ${count(gone, 'published head')} of the audit log gone, from ${sealText(firstGone)} to ${sealText(lastGone)}.`,
    ),
    `So the lost database was at work until then at least. ${found}`,
  ];
}

function sealText(head: Head | null): string {
  return head === null ? 'no seal' : `seal ${head.sealNo} at ${timeText(head.sealedAt)}`;
}

function lastRunLines({ lastRun }: NotedRestore): string[] {
  if (lastRun === undefined) return [];
  const { keptUntil } = lastRun.details;
  const found = typeof keptUntil === 'string' ? `, and found ${timeText(new Date(keptUntil))}` : '';
  return [
    `It was run before, by ${lastRun.by} at ${timeText(lastRun.at)}${found}. The codes of then stay left out.`,
  ];
}

function feedLines({ feeds }: NotedRestore): string[] {
  if (feeds.length === 0) return ['  No partner has an event.'];
  return indentedTable(
    ['partner', 'events', 'last event', 'when'],
    feeds.map(({ partner, feedNo, eventId, at }) => [
      partner,
      String(feedNo),
      toEventId(eventId),
      timeText(at),
    ]),
  );
}

function nextSteps({ keptUntil, heads: { gone } }: NotedRestore): string[] {
  const moment = keptUntil === null ? 'the beginning' : timeText(keptUntil);
  return [
    '  1. Prove the copy, as docs/backup.md says, before any process starts:',
    '     vezne ledger verify --full',
    '     vezne audit verify --heads FILE, with the heads of until then',
    '  2. What was taken away since then is back: revoke, disable and freeze it again.',
    `  3. Tell every partner the moment, ${moment}, and its last event from above, before an api starts. Until you call again it repeats nothing of later, and`,
    '     gives nothing back: a payout that a bank has sent may be unknown here. Ask for the references and outcomes that it has of later.',
    '  4. Read the statements of every bank account since then. Enter what they show at the command line, and send nothing again that was sent. These wait, or may be sent:',
    '     vezne transaction list --waiting withdrawals --limit 10000',
    '  5. Start apis, with nothing paused. Partners repeat their references: they come back with other ids, and what was credited is not credited again. Enter these, too.',
    '     Start consoles when each payout that a bank has sent is approved, and workers last: they reject what has expired.',
    ...(gone === 0
      ? []
      : [
          "  6. Keep the workers' files of heads as evidence, and let each worker begin a new one: nothing is published to a file whose head is gone.",
        ]),
    '  The whole way: docs/backup.md, "What a restore undoes".',
  ];
}
