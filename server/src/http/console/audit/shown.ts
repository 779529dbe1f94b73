/** Entries as the contract shows them. */
import type { AuditEntryShown, AuditRow, AuditSubjectShown, AuditValue } from '@vezne/contract/console/audit';
import { toWireInteger } from '@vezne/domain/money';
import type { AuditSubject } from '../../../db/read/audit/entries.ts';
import type { LoggedEntry } from '../../../db/read/audit/log.ts';
import type { AuditName } from '../../../db/read/audit/names.ts';
import { entryBrief, entryLines, subjectOf } from '../../../usecases/audit/entry-lines.ts';
import type { LineValue } from '../../../usecases/audit/entry-lines.ts';
import type { EntrySeal } from '../../../usecases/audit/seal-of-entry.ts';
import { masked } from '../../../usecases/audit/masked.ts';

export type Names = ReadonlyMap<string, AuditName>;

/** Everything in a row that has a name elsewhere. */
export function namedInRow(entry: LoggedEntry): AuditSubject[] {
  return [subjectOf(entry), { type: 'staff', id: entry.actorId ?? '' }];
}

/** The same for all of an entry. */
export function namedInEntry(entry: LoggedEntry): AuditSubject[] {
  const { changes, facts } = entryLines(entry);
  const values = [
    ...changes.flatMap(({ before, after }) => [before, after]),
    ...facts.map(({ value }) => value),
  ];
  return [...namedInRow(entry), ...values.flatMap((value) => (value.kind === 'named' ? value.subject : []))];
}

export function shownSubject({ type, id }: AuditSubject, names: Names): AuditSubjectShown {
  const found = names.get(`${type}:${id}`);
  return {
    type,
    id: masked(id),
    name: found === undefined ? null : masked(found.name),
    transactionType: found?.transactionType ?? null,
  };
}

export function shownRow(entry: LoggedEntry, names: Names): AuditRow {
  const brief = entryBrief(entry);
  return {
    id: String(entry.id),
    at: entry.at.toISOString(),
    writtenAt: (entry.isTimeInDoubt ? entry.writtenAt : null)?.toISOString() ?? null,
    actor: {
      kind: entry.actorKind,
      id: entry.actorId,
      name: entry.actor,
      fullName: names.get(`staff:${entry.actorId}`)?.name ?? null,
    },
    action: entry.action,
    subject: shownSubject(subjectOf(entry), names),
    brief: {
      ...brief,
      amountCents: brief.amountCents === null ? null : toWireInteger(brief.amountCents),
    },
    isSealed: entry.sealNo !== null,
  };
}

export function shownEntry(entry: LoggedEntry, names: Names, sealed: EntrySeal | undefined): AuditEntryShown {
  const { changes, facts, ...apart } = entryLines(entry);
  return {
    ...shownRow(entry, names),
    ...apart,
    changes: changes.map(({ field, before, after }) => ({
      field,
      before: shownValue(before, names),
      after: shownValue(after, names),
    })),
    facts: facts.map(({ field, value }) => ({ field, value: shownValue(value, names) })),
    seal:
      sealed === undefined
        ? null
        : {
            no: String(sealed.seal.sealNo),
            hash: sealed.seal.hash.toString('hex'),
            sealedAt: sealed.seal.sealedAt.toISOString(),
            isIntact: sealed.isIntact,
            isProven: sealed.isProven,
          },
  };
}

function shownValue(value: LineValue, names: Names): AuditValue {
  if (value.kind === 'amount') return { kind: 'amount', amountCents: toWireInteger(value.amountCents) };
  if (value.kind === 'moment') return { kind: 'moment', at: value.at.toISOString() };
  if (value.kind === 'named') return { kind: 'named', subject: shownSubject(value.subject, names) };
  return value;
}
