/** What a request changes, field by field, as pages write it. */
import { createHash } from 'node:crypto';
import type { LineKind, LineValue, RequestFact, RequestLine } from '@vezne/contract/console/requests';
import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { withoutQueries } from '@vezne/domain/hidden-queries';
import { maskIban } from '@vezne/domain/iban';
import { cents, formatAmount } from '@vezne/domain/money';
import { isAmountField } from '../../../usecases/plain-values.ts';

/** Sentences, in which nobody needs an account. */
const WRITTEN_BY_PEOPLE = new Set(['note', 'reason']);

/** Addresses that players open: no secret is in them, and whoever confirms one reads all of it. */
const SHOWN_WHOLE = new Set(['supportAddress']);

/** What a value is follows from its field: anybody can write a name that looks like a time or like the id of a row. */
const IS_MOMENT_FIELD = /^from$|(At|Until)$/;
const IS_NAMED_FIELD = /AccountId$|^partnerId$/;

export interface LineOptions {
  names: ReadonlyMap<string, string>;
  /** Whose IBANs nobody reads whole here: those of players, and all of them for auditors. */
  areIbansMasked: boolean;
}

/** All that differs. Fields that people can't read, as ids of rows, are named; what is unknown stays under its own name. */
export function linesOf(before: unknown, after: unknown, options: LineOptions): RequestLine[] {
  const [old, wanted] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...wanted.keys()])].flatMap((field) => {
    const isNew = !old.has(field);
    const values = [old.get(field), wanted.get(field)] as const;
    if (isSame(...values)) return [];
    const [from, to] = [shown(field, values[0], options), shown(field, values[1], options)];
    const kind = to.value === null ? from.kind : to.kind;
    // What differs only in what is hidden is a change too, and is seen to be one.
    const isHidden = !isNew && kind === 'text' && isSame(from.value, to.value);
    const [before, after] = isHidden ? values.map(marked) : [from.value, to.value];
    return [{ field: nameOf(field), kind, isNew, before: before ?? null, after: after ?? null }];
  });
}

/** Values that are no change, each with its name. What is unknown says nothing. */
export function factsOf(values: object, options: LineOptions): RequestFact[] {
  return [...flat(values)].flatMap(([field, value]) => {
    const fact = shown(field, value, options);
    return fact.value === null ? [] : [{ field: nameOf(field), ...fact }];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

const MARK_LENGTH = 8;

/** Without its query, but with a mark that another one does not have: `https://shop.example/hook?…3f9ac2d1`. */
function marked(value: unknown): string {
  const text = String(value);
  return withoutQueries(text) + createHash('sha256').update(text).digest('hex').slice(0, MARK_LENGTH);
}

/** Values within values by the way to them: `settlementAccount.iban`. */
function flat(values: unknown, path = ''): Map<string, unknown> {
  const entries = Object.entries((values ?? {}) as Record<string, unknown>);
  return new Map(
    entries.flatMap(([key, value]) => {
      const field = path === '' ? key : `${path}.${key}`;
      return isRecord(value) ? [...flat(value, field)] : [[field, value] as const];
    }),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const lastOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

function nameOf(field: string): string {
  const last = lastOf(field);
  if (last.endsWith('Cents')) return field.slice(0, -'Cents'.length);
  return IS_NAMED_FIELD.test(last) ? field.slice(0, -'Id'.length) : field;
}

function shown(field: string, value: unknown, options: LineOptions): { kind: LineKind; value: LineValue } {
  const last = lastOf(field);
  if (value === null || value === undefined) return { kind: 'text', value: null };
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (Array.isArray(value)) return { kind: 'list', value: value.map((one) => withoutQueries(String(one))) };
  if (typeof value === 'number') return { kind: kindOfNumber(last), value };
  const said = typeof value === 'string' ? value : JSON.stringify(value);
  const written = SHOWN_WHOLE.has(last) ? said : withoutQueries(said);
  const text = WRITTEN_BY_PEOPLE.has(last) ? withHiddenIbans(written, { numbers: true }) : written;
  if (last.endsWith('Cents')) return { kind: 'amount', value: formatAmount(cents(BigInt(text))) };
  if (isAmountField(last)) return { kind: 'amount', value: text };
  if (/iban$/i.test(last)) {
    return { kind: 'iban', value: options.areIbansMasked && !text.includes('*') ? maskIban(text) : text };
  }
  // Terms hold from a time, or from "now".
  if (IS_MOMENT_FIELD.test(last) && !Number.isNaN(Date.parse(text))) return { kind: 'moment', value: text };
  return { kind: 'text', value: (IS_NAMED_FIELD.test(last) ? options.names.get(text) : undefined) ?? text };
}

function kindOfNumber(last: string): LineKind {
  if (last === 'basisPoints') return 'percent';
  if (last.endsWith('Hours')) return 'hours';
  return last.endsWith('Seconds') ? 'seconds' : 'text';
}
