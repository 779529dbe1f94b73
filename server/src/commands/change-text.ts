import type { Terms } from '@vezne/domain/commission';
import { formatIban } from '@vezne/domain/iban';
import { ZERO_CENTS, parseAmount } from '@vezne/domain/money';
import type { Change } from '../usecases/change.ts';
import { isAmountField } from '../usecases/plain-values.ts';
import { indented, timeText } from './layout.ts';
import { termsText } from './partner/terms-options.ts';

const STORED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A sentence and what changed, or a sentence that nothing changed. */
export function changeLines(change: Change | undefined, done: string, unchanged: string): string[] {
  if (change === undefined) return [unchanged];
  return [done, ...indented(changeRows(change))];
}

/** What differs, as labels and values. What is new has no value before. */
function changeRows({ before, after }: Change): string[][] {
  return Object.entries(after).flatMap(([key, value]) => {
    if (key === 'terms' && isRecord(value)) {
      return Object.entries(value).map(([direction, one]) => [
        `${direction} terms`,
        valueText(direction, one),
      ]);
    }
    if (!(key in before)) return [[words(key), valueText(key, value)]];
    const [from, to] = [valueText(key, before[key]), valueText(key, value)];
    return from === to ? [] : [[words(key), `${from} -> ${to}`]];
  });
}

/** An audit entry's details in one line: `credit line 0.00 TRY -> 500.00 TRY, version 3`. */
export function detailsText({ before, after, ...rest }: Readonly<Record<string, unknown>>): string {
  const old = isRecord(before) ? before : {};
  const changes = changeRows({ before: old, after: isRecord(after) ? after : {} }).map((row) =>
    row.join(' '),
  );
  const others = Object.entries(rest).map(([key, value]) => `${words(key)} ${valueText(key, value)}`);
  return [...changes, ...others].join(', ');
}

function words(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') {
    if (key === 'iban') return formatIban(value);
    // Stored in UTC, and read by people beside the clocks of Turkey.
    if (STORED_TIME.test(value)) return timeText(new Date(value));
    return isAmountField(key) ? `${value} TRY` : value;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'any' : value.map((item: unknown) => valueText(key, item)).join(' ');
  }
  if (isRecord(value)) {
    if (isTerms(value)) return termsText({ ...value, fixedCents: parseAmount(value.fixed) ?? ZERO_CENTS });
    const inner = Object.entries(value).map(([name, part]) => `${words(name)} ${valueText(name, part)}`);
    return `(${inner.join(', ')})`;
  }
  return JSON.stringify(value);
}

/** Terms as the audit log and requests store them. */
function isTerms(value: object): value is Omit<Terms, 'fixedCents'> & { fixed: string } {
  return 'basisPoints' in value && 'fixed' in value && 'mode' in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
