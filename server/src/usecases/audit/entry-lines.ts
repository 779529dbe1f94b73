/** The details of an entry, taken apart for people: what changed, what else it says, and where it came from. */
import { cents, parseAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { ROW_ID } from '@vezne/domain/row-id';
import type { AuditSubject } from '../../db/read/audit/entries.ts';
import type { LoggedEntry } from '../../db/read/audit/log.ts';
import { isSecretField, masked, maskedNote } from './masked.ts';

export type LineValue =
  | { kind: 'none' }
  | { kind: 'hidden' }
  | { kind: 'amount'; amountCents: Cents }
  | { kind: 'yes_no'; isYes: boolean }
  | { kind: 'moment'; at: Date }
  | { kind: 'text'; text: string }
  /** Something with a name of its own. */
  | { kind: 'named'; subject: AuditSubject };

export interface EntryLines {
  changes: { field: string; before: LineValue; after: LineValue }[];
  facts: { field: string; value: LineValue }[];
  note: string | null;
  marksRead: string[];
  askedBy: string | null;
  requestId: string | null;
  session: string | null;
  address: string | null;
}

/** What has a place of its own beside the lines. */
const APART = new Set([
  'before',
  'after',
  'note',
  'marksRead',
  'askedBy',
  'requestId',
  'session',
  'address',
  'action',
  'subjectType',
  'subjectId',
  'press',
]);

export function entryLines({ details, subjectType, subjectId }: LoggedEntry): EntryLines {
  const { before, after } = details;
  const old = flat(recordIn(before));
  const now = flat(recordIn(after));
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  const rest = Object.fromEntries(Object.entries(details).filter(([field]) => !APART.has(field)));
  return {
    changes: fields.map((field) => ({
      field,
      before: lineValue(field, old.get(field)),
      after: lineValue(field, now.get(field)),
    })),
    facts: [...flat(rest)].map(([field, value]) => ({ field, value: lineValue(field, value) })),
    note: maskedText(details['note'] ?? details['reason']),
    marksRead: Array.isArray(details['marksRead']) ? details['marksRead'].map(String) : [],
    askedBy: maskedText(details['askedBy']),
    requestId: subjectType === 'second_person_request' ? rowIdIn(subjectId) : rowIdIn(details['requestId']),
    session: rowIdIn(details['session']),
    address: maskedText(details['address']),
  };
}

/** What the entry is about. A request is about what it asks for, if that exists already. */
export function subjectOf({ subjectType, subjectId, details }: LoggedEntry): AuditSubject {
  const { subjectType: type, subjectId: id } = details;
  const isRequest = subjectType === 'second_person_request';
  return isRequest && typeof type === 'string' && typeof id === 'string'
    ? { type, id }
    : { type: subjectType, id: subjectId };
}

/** What a sentence says besides the verb. */
export interface EntryBrief {
  amountCents: Cents | null;
  reasonCode: string | null;
  asksFor: string | null;
  count: number | null;
  whose: string | null;
  by: string | null;
}

const COUNTS = [
  'depositsMoved',
  'deposits',
  'deliveries',
  'sessionsEnded',
  'endedSessions',
  'payoutsReleased',
];

export function entryBrief({ action, details }: LoggedEntry): EntryBrief {
  const after = recordIn(details['after']);
  const isRequest = action.startsWith('request.');
  const values = isRequest ? { ...details, ...after } : details;
  const amount = ['actualAmount', 'arrived', 'sum', 'amount'].map((name) => amountIn(values[name]));
  const count = COUNTS.map((name) => values[name]).find((value) => typeof value === 'number');
  return {
    amountCents: amount.find((value) => value !== undefined) ?? null,
    reasonCode: textIn(values['reasonCode']),
    asksFor: isRequest ? textIn(details['action']) : null,
    count: count ?? null,
    whose: maskedText(details['from'] ?? details['name'] ?? after['handle'] ?? null),
    by: textIn(details['by']),
  };
}

function recordIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** How deep an entry is looked into. What lies deeper is written as JSON. */
const DEEPEST = 4;

/** Objects within objects become fields with a dot. */
function flat(values: Record<string, unknown>, prefix = '', depth = 1): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const field = `${prefix}${name}`;
    const inner = recordIn(value);
    if (Object.keys(inner).length > 0 && depth < DEEPEST) {
      for (const [each, one] of flat(inner, `${field}.`, depth + 1)) fields.set(each, one);
    } else fields.set(field, value);
  }
  return fields;
}

/** Fields that name something by its id. */
const NAMED: Readonly<Record<string, string>> = {
  partnerId: 'partner',
  bankAccountId: 'bank_account',
  fromBankAccountId: 'bank_account',
  toBankAccountId: 'bank_account',
  settlementAccount: 'bank_account',
  transactionId: 'transaction',
  originalTransactionId: 'transaction',
  refusedTransactionId: 'transaction',
  payoutId: 'transaction',
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function lineValue(field: string, value: unknown): LineValue {
  const name = field.split('.').at(-1) ?? field;
  if (value === null || value === undefined) return { kind: 'none' };
  if (isSecretField(field)) return { kind: 'hidden' };
  if (typeof value === 'boolean') return { kind: 'yes_no', isYes: value };
  if (typeof value !== 'string') return { kind: 'text', text: masked(plainText(value)) };
  const amountCents = amountIn(value) ?? centsIn(name, value);
  if (amountCents !== undefined) return { kind: 'amount', amountCents };
  const type = NAMED[name];
  if (type !== undefined && ROW_ID.test(value)) return { kind: 'named', subject: { type, id: value } };
  if (MOMENT.test(value) && !Number.isNaN(Date.parse(value))) return { kind: 'moment', at: new Date(value) };
  return { kind: 'text', text: masked(value) };
}

function plainText(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'number' ? String(value) : JSON.stringify(value);
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
}

/** Amounts are stored as decimals with two digits. */
function amountIn(value: unknown): Cents | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^-?0\.00$/.test(value)) return cents(0n);
  const isNegative = value.startsWith('-');
  const amountCents = parseAmount(isNegative ? value.slice(1) : value);
  return amountCents === undefined || !isNegative ? amountCents : cents(0n - amountCents);
}

function centsIn(name: string, value: string): Cents | undefined {
  return name.endsWith('Cents') && /^-?\d{1,14}$/.test(value) ? cents(BigInt(value)) : undefined;
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function maskedText(value: unknown): string | null {
  return typeof value === 'string' ? maskedNote(value) : null;
}

function rowIdIn(value: unknown): string | null {
  return typeof value === 'string' && ROW_ID.test(value) ? value : null;
}
