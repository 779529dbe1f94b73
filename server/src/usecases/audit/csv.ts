/** Entries as CSV, for people who open it with a spreadsheet. */
import { turkishTime } from '@vezne/domain/turkish-time';
import type { AuditName } from '../../db/read/audit/names.ts';
import type { LoggedEntry } from '../../db/read/audit/log.ts';
import { headLine, line } from '../../documents/csv.ts';
import { isSecretField, masked, maskedNote } from './masked.ts';

const HEAD = [
  'entry',
  'time_utc',
  'time_turkey',
  'actor_kind',
  'actor_id',
  'actor',
  'actor_name',
  'action',
  'subject_type',
  'subject_id',
  'subject',
  'before',
  'after',
  'details',
  'session',
  'address',
  'seal',
  'time_in_doubt',
];

export const CSV_HEAD = headLine(HEAD);

export function csvLine(entry: LoggedEntry, names: ReadonlyMap<string, AuditName>): string {
  const { before, after, session, address, ...rest } = entry.details;
  const subject = names.get(`${entry.subjectType}:${entry.subjectId}`);
  const person = entry.actorId === null ? undefined : names.get(`staff:${entry.actorId}`);
  return line([
    String(entry.id),
    entry.at.toISOString(),
    turkishTime(entry.at).replace('T', ' '),
    entry.actorKind,
    entry.actorId ?? '',
    entry.actor,
    person?.name ?? '',
    entry.action,
    entry.subjectType,
    masked(entry.subjectId),
    masked(subject?.name ?? ''),
    json(before),
    json(after),
    json(rest),
    typeof session === 'string' ? session : '',
    typeof address === 'string' ? address : '',
    entry.sealNo === null ? '' : String(entry.sealNo),
    entry.isTimeInDoubt ? `written ${entry.writtenAt?.toISOString()}` : '',
  ]);
}

function json(value: unknown): string {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return '';
  return JSON.stringify(value, (field, one: unknown) => {
    if (isSecretField(field)) return '(hidden)';
    if (typeof one !== 'string') return one;
    return field === 'note' || field === 'reason' ? maskedNote(one) : masked(one);
  });
}
