import { formatIban } from '@vezne/domain/iban';
import type { Change } from '../usecases/change.ts';
import { columns } from './layout.ts';

/** The values that are amounts. The audit log stores them as plain decimals. */
const AMOUNTS = new Set([
  'amount',
  'actualAmount',
  'actual',
  'creditLine',
  'fastLimit',
  'fixed',
  'dailyCap',
  'depositMin',
  'depositMax',
  'withdrawalMin',
  'withdrawalMax',
  'fourEyes',
]);

/** A sentence and what changed, or a sentence that nothing changed. */
export function changeLines(change: Change | undefined, done: string, unchanged: string): string[] {
  if (change === undefined) return [unchanged];
  const rows = Object.entries(change.after).map(([key, value]) => [
    words(key),
    `${valueText(key, change.before[key])} -> ${valueText(key, value)}`,
  ]);
  return [done, ...columns(rows).map((line) => `  ${line}`)];
}

/** An audit entry's details in one line: `credit line 0.00 TRY -> 500.00 TRY, version 3`. */
export function detailsText({ before, after, ...rest }: Readonly<Record<string, unknown>>): string {
  const old = isRecord(before) ? before : {};
  const changes = Object.entries(isRecord(after) ? after : {}).map(([key, value]) =>
    key in old
      ? `${words(key)} ${valueText(key, old[key])} -> ${valueText(key, value)}`
      : `${words(key)} ${valueText(key, value)}`,
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
    return AMOUNTS.has(key) ? `${value} TRY` : value;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'any' : value.map((item: unknown) => valueText(key, item)).join(' ');
  }
  if (isRecord(value)) {
    const inner = Object.entries(value).map(([name, part]) => `${words(name)} ${valueText(name, part)}`);
    return `(${inner.join(', ')})`;
  }
  return JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
