import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { PageFilter } from '../../server/src/db/read/transactions/transaction-pages.ts';

export type Filter = Omit<PageFilter, 'limit' | 'before'>;

const DAY_MS = 86_400_000;

/** Every filter of the contract but the reference, alone and with every other. */
export function everyFilter(now: Date): Filter[] {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const periods: Pick<Filter, 'from' | 'to'>[] = [
    {},
    { from: ago(30) },
    { to: ago(200) },
    { from: ago(210), to: ago(200) },
  ];
  return [undefined, ...TRANSACTION_TYPES].flatMap((type) =>
    [undefined, ...TRANSACTION_STATUSES].flatMap((status) =>
      periods.map((period) => ({
        ...(type === undefined ? {} : { type }),
        ...(status === undefined ? {} : { status }),
        ...period,
      })),
    ),
  );
}

export function nameOf({ type, status, from, to }: Filter): string {
  const period = from ? (to ? 'ten days' : 'since') : to ? 'until' : undefined;
  return [type, status, period].filter((part) => part !== undefined).join(', ') || 'everything';
}
