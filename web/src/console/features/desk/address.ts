/** What a queue keeps in its address. A reload or a link shows the same rows. */
import type { Cents } from '@vezne/domain/money';
import { parseAmount } from '@vezne/domain/money';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isRowId(text: string): boolean {
  return UUID.test(text);
}

/** What every queue can be filtered by. */
export interface CommonFilters {
  partner?: string;
  account?: string;
  /** As the API takes them: "5000.00". */
  least?: string;
  most?: string;
}

export const COMMON_FILTER_NAMES = ['partner', 'account', 'least', 'most'] as const;

/** What an address says; a value that is none is left out. */
export function readCommonFilters(address: URLSearchParams): CommonFilters {
  const read = (name: string, isValue: (text: string) => boolean): string | undefined => {
    const text = address.get(name);
    return text !== null && isValue(text) ? text : undefined;
  };
  const isAmount = (text: string): boolean => parseAmount(text) !== undefined;
  const partner = read('partner', isRowId);
  const account = read('account', isRowId);
  const least = read('least', isAmount);
  const most = read('most', isAmount);
  return {
    ...(partner !== undefined && { partner }),
    ...(account !== undefined && { account }),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
  };
}

/** Whether a row that the live line named belongs into the list. */
export function isWithinCommon(
  { partner, account, least, most }: CommonFilters,
  row: { partnerId: string; accountId: string | undefined; amountCents: Cents },
): boolean {
  return (
    (partner === undefined || row.partnerId === partner) &&
    (account === undefined || row.accountId === account) &&
    (least === undefined || row.amountCents >= (parseAmount(least) ?? 0n)) &&
    (most === undefined || row.amountCents <= (parseAmount(most) ?? row.amountCents))
  );
}

export type AddressValues = Readonly<Record<string, string | number | undefined>>;

/** The same address with other values; undefined takes one out. */
export function withValues(address: URLSearchParams, values: AddressValues): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
