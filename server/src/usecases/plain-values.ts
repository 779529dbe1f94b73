import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';

type PlainValues = Record<string, unknown>;

/**
 * Values as JSON can carry them, for the audit log and for programs. `creditLineCents: 5000n` becomes `creditLine:
 * "50.00"`, because a JSON number is a float. Other bigints are counts and become numbers.
 */
export function plainValues(values: object): PlainValues {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, unknown]) => {
      const name = key.endsWith('Cents') ? key.slice(0, -'Cents'.length) : key;
      return [
        name,
        name !== key && typeof value === 'bigint' ? formatAmount(value as Cents) : plainValue(value),
      ];
    }),
  );
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  return typeof value === 'object' && value !== null ? plainValues(value) : value;
}

/** The audit log and requests keep amounts as plain decimals, under these names. */
const AMOUNT_FIELDS = new Set([
  'amount',
  'actualAmount',
  'arrivedAmount',
  'actual',
  'fee',
  'creditLine',
  'fastLimit',
  'fixed',
  'dailyCap',
  'depositMin',
  'depositMax',
  'withdrawalMin',
  'withdrawalMax',
  'fourEyes',
  'playerDayDeposit',
  'playerDayWithdrawal',
  'tolerance',
  'bankBalance',
  'bookBalance',
  'sum',
]);

export function isAmountField(name: string): boolean {
  return AMOUNT_FIELDS.has(name);
}
