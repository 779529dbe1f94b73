import type { AccountName } from '@vezne/domain/accounts';
import { cents } from '@vezne/domain/money';
import { toTransactionId } from '../../ids.ts';
import { accountText } from '../names.ts';
import type { Names } from '../names.ts';

type Details = Readonly<Record<string, unknown>>;

const DIGITS = /^\d+$/;

/** Requests store cents as strings of digits. As bigints they are shown like every other amount. */
export function withAmounts(details: Details): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      const isCents = key.endsWith('Cents') && typeof value === 'string' && DIGITS.test(value);
      return [key, isCents ? cents(BigInt(value)) : value];
    }),
  );
}

/** Details for a person to read: names in place of ids, and only the beginning of a fingerprint. */
export function withNames(details: Details, names: Names): Record<string, unknown> {
  const shown = Object.entries(withSubject(details)).filter(
    ([key, value]) => key !== 'note' || value !== null,
  );
  return Object.fromEntries(shown.map(([key, value]) => named(key, value, names)));
}

/** What a request is about. A new thing has an id that nobody knows yet: its name is among the values. */
function withSubject({ subjectType, subjectId, ...details }: Details): Details {
  if (typeof subjectType !== 'string' || subjectId === undefined) return details;
  return ABOUT_ITSELF.has(subjectType) ? details : { ...details, [`${subjectType}Id`]: subjectId };
}

/** These requests have no other subject. */
const ABOUT_ITSELF = new Set(['platform', 'deposits', 'ledger_operation']);

function named(key: string, value: unknown, names: Names): [key: string, value: unknown] {
  if (isAccount(key, value)) return [key, accountText(value, names)];
  if (typeof value !== 'string') return [key, value];
  switch (key) {
    case 'partnerId':
    case 'bankAccountId':
    case 'bank_accountId':
      return [key.replace('_a', 'A').slice(0, -'Id'.length), names.get(value) ?? value];
    case 'transactionId':
    case 'originalTransactionId':
      return [key.slice(0, -'Id'.length), toTransactionId(value)];
    case 'seen':
      return [key, value.slice(0, 12)];
    default:
      return [key, value];
  }
}

function isAccount(key: string, value: unknown): value is AccountName {
  const isSide = key === 'debit' || key === 'credit';
  return isSide && typeof value === 'object' && value !== null && 'kind' in value;
}
