/** What is set aside for withdrawals, between two entries of its account. */
import { ZERO_CENTS, addCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { RESERVE_KINDS, reserveKind } from '@vezne/domain/partner-statement';
import type { ReserveKind, ReserveSum } from '@vezne/domain/partner-statement';
import type { Query } from '../../db/query.ts';
import { sumPostings } from '../../db/read/partner-books.ts';
import type { PartnerAccounts } from '../../db/read/partner-books.ts';
import type { EntryRange } from './movements.ts';

/** Of every kind, also where there was nothing. */
export async function sumReserve(
  query: Query,
  { reserved }: PartnerAccounts,
  range: EntryRange,
): Promise<Record<ReserveKind, Cents>> {
  const sums: Record<ReserveKind, Cents> = {
    set_aside: ZERO_CENTS,
    paid_out: ZERO_CENTS,
    given_back: ZERO_CENTS,
    adjustment: ZERO_CENTS,
  };
  for (const { kind, amountCents } of await sumPostings(query, reserved, range)) {
    const reserve = reserveKind(kind);
    sums[reserve] = addCents(sums[reserve], amountCents);
  }
  return sums;
}

/** As a statement lists them: adjustments are rare, and are named only where there was one. */
export function reserveSums(sums: Readonly<Record<ReserveKind, Cents>>): ReserveSum[] {
  return RESERVE_KINDS.map((kind) => ({ kind, amountCents: sums[kind] })).filter(
    ({ kind, amountCents }) => kind !== 'adjustment' || amountCents !== 0n,
  );
}
