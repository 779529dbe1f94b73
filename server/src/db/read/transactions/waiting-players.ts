/**
 * Deposits that wait for their player, page by page. Ids are in the order of time, so the primary key of what is open has the oldest first:
 * an index of its own would be written by every create. Among them stand those that an operator has to decide, which are few.
 */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface WaitingPlayerFilters {
  partnerId?: string | undefined;
  bankAccountId?: string | undefined;
  leastCents?: Cents | undefined;
  mostCents?: Cents | undefined;
}

export interface WaitingPlayer {
  id: string;
  referenceCode: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  customerFullName: string;
  customerUsername: string;
  partner: { id: string; name: string };
  bankAccount: { id: string; bankName: string; ibanLastFour: string } | null;
  amountCents: Cents;
  hasSenderDetails: boolean;
  hasReceipt: boolean;
}

/** One more than a page, so that it shows whether there is another. */
export function waitingPlayersQuery(
  { partnerId, bankAccountId, leastCents, mostCents }: WaitingPlayerFilters,
  { after, limit }: { after?: string | undefined; limit: number },
): { text: string; values: unknown[] } {
  const given = (
    [
      ['transaction_id >', after],
      ['partner_id =', partnerId],
      ['bank_account_id =', bankAccountId],
      ['amount_cents >=', leastCents],
      ['amount_cents <=', mostCents],
    ] as const
  ).filter(([, value]) => value !== undefined);
  const conditions = given.map(([condition], index) => ` and ${condition} $${index + 2}`).join('');
  return {
    text: `
select transaction_id as id from open_transaction where status = 'waiting_payment'${conditions}
order by transaction_id limit $1`,
    values: [limit + 1, ...given.map(([, value]) => value)],
  };
}

/** Who was shown an account first comes first. */
export async function findWaitingPlayersPage(
  pool: pg.Pool,
  filters: WaitingPlayerFilters,
  { after, limit, ...options }: StatementOptions & { after?: string | undefined; limit: number },
): Promise<{ ids: string[]; next: string | undefined }> {
  const query = waitingPlayersQuery(filters, { after, limit });
  const rows = await runRead<{ id: string }>(pool, query, options);
  const ids = rows.slice(0, limit).map(({ id }) => id);
  return { ids, next: rows.length > limit ? ids.at(-1) : undefined };
}

export const WAITING_PLAYERS_SQL = `
select o.transaction_id as id, t.reference_code as "referenceCode", t.created_at as "createdAt", o.expires_at as "expiresAt",
  t.customer_full_name as "customerFullName", t.customer_username as "customerUsername", o.amount_cents as "amountCents",
  json_build_object('id', p.id, 'name', p.name) as partner,
  (select json_build_object('id', b.id, 'bankName', b.bank_name, 'ibanLastFour', right(b.iban, 4))
   from bank_account b where b.id = o.bank_account_id) as "bankAccount",
  exists (select from sender_detail s where s.transaction_id = o.transaction_id) as "hasSenderDetails",
  exists (select from receipt r where r.transaction_id = o.transaction_id) as "hasReceipt"
from open_transaction o join transaction t on t.id = o.transaction_id join partner p on p.id = o.partner_id
where o.transaction_id = any ($1) and o.status = 'waiting_payment'
order by o.transaction_id`;

/** Those of them that wait for their player, the oldest first. */
export async function findWaitingPlayers(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<WaitingPlayer[]> {
  if (ids.length === 0) return [];
  return await runRead<WaitingPlayer>(
    pool,
    { name: 'waiting-players', text: WAITING_PLAYERS_SQL, values: [ids] },
    options,
  );
}
