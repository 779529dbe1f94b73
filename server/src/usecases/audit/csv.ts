/** Entries as CSV, for people who open it with a spreadsheet. */
import { turkishTime } from '@vezne/domain/turkish-time';
import type { AuditName } from '../../db/read/audit-names.ts';
import type { LoggedEntry } from '../../db/read/audit-log.ts';
import { isSecretField, masked, maskedNote } from './masked.ts';

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\u{feff}';

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

/**
 * What would make a spreadsheet compute. A semicolon or a tab parts cells where that is the custom, as in Turkey, quotes or not: so what
 * comes after one is made harmless too.
 */
const COMPUTES = /(^|[;\t\r\n|])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A cell of RFC 4180 that is text wherever it is opened. */
export function cell(text: string): string {
  // A cell that begins with a tab or a line break is read from the next character on.
  const begins = /^[\t\r\n]/.test(text) ? `'${text}` : text;
  const harmless = begins.replaceAll(COMPUTES, "$1$2'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

export const CSV_HEAD = BYTE_ORDER_MARK + line(HEAD);

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
