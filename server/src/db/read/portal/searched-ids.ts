/** What somebody looks for by one text: ids of transactions, each by one thing that the text can be. */
import { idBounds } from '../../id-bounds.ts';
import type { PartnerScope } from '../../partner-scope.ts';
import type { TransactionFilter } from './transaction-ids.ts';

/** Exactly one for each type, and the late money of it. */
export const OF_REFERENCE_SQL = `
with original as materialized (
  select t.id from (values ('deposit'), ('withdrawal')) as known (type) cross join lateral (
    select t.id from transaction t
    where t.partner_id = $1 and t.type = known.type and t.external_reference = $2 and t.original_transaction_id is null offset 0
  ) as t
)
select id from original
union all
select late.id from original cross join lateral (
  select t.id from transaction t where t.partner_id = $1 and t.original_transaction_id = original.id offset 0
) as late`;

export async function findIdsOfReference(
  { partnerId, query }: PartnerScope,
  reference: string,
): Promise<string[]> {
  const rows = await query<{ id: string }>(OF_REFERENCE_SQL, [partnerId, reference]);
  return rows.map(({ id }) => id);
}

/** The function looks at the partner that is set, and the rows are looked at once more here. */
export const OF_CODE_SQL = `
select t.id from transaction t where t.partner_id = $1 and t.id = any (array(select portal_ids_of_code($2)))`;

/** Deposits with this code, which is valid. */
export async function findIdsOfCode({ partnerId, query }: PartnerScope, code: string): Promise<string[]> {
  const rows = await query<{ id: string }>(OF_CODE_SQL, [partnerId, code]);
  return rows.map(({ id }) => id);
}

export interface FoundPlayer {
  customerId: string;
  /** The Turkish day, counted from 1970, of the first transaction that a worker has read. */
  firstDay: number;
}

/** So many are looked at of those that begin so: whoever types two letters types on. */
const MOST_BEGIN = 2_000;
/** What so many of them did is shown, those who came last first. */
export const MOST_PLAYERS = 20;

/** No character has a higher number: after a text and this comes nothing that begins with the text. */
const LAST_CHARACTER = '\u{10ffff}';

const begins = (column: string, from: number): string =>
  `(n.${column} collate "C") >= $${from} and (n.${column} collate "C") < $${from + 1}`;

/** By its bytes, as the indexes have it. */
const source = (column: string, from: number, condition = ''): string => `
  (select n.customer_id, n.first_seen_at, n.last_seen_at from player_name n
   where n.partner_id = $1 and ${begins(column, from)}${condition} limit ${MOST_BEGIN})`;

const PLAYER_SOURCES = {
  id: (from: number) => source('customer_id', from),
  name: (from: number) =>
    [
      source('folded_username', from, ` and n.folded_username <> ''`),
      source('folded_name', from, ` and n.folded_name <> ''`),
    ].join(' union '),
};

/** Players whose id begins with a text, or whose user name or name begins with its folded form. */
export function playersStatement(
  partnerId: string,
  { id, folded }: { id: string; folded: string },
): { text: string; values: unknown[] } {
  const hasFolded = folded !== '';
  return {
    text: `
select customer_id as "customerId", turkish_day_number(first_seen_at) as "firstDay"
from (${PLAYER_SOURCES.id(2)}${hasFolded ? ` union ${PLAYER_SOURCES.name(4)}` : ''}) as found
order by last_seen_at desc, customer_id limit ${MOST_PLAYERS + 1}`,
    values: [
      partnerId,
      ...[id, ...(hasFolded ? [folded] : [])].flatMap((text) => [text, text + LAST_CHARACTER]),
    ],
  };
}

export async function findPlayers(
  { partnerId, query }: PartnerScope,
  text: { id: string; folded: string },
): Promise<{ players: FoundPlayer[]; hasMore: boolean }> {
  const statement = playersStatement(partnerId, text);
  const players = await query<FoundPlayer & object>(statement.text, statement.values);
  return { players: players.slice(0, MOST_PLAYERS), hasMore: players.length > MOST_PLAYERS };
}

/** Names come some moments after a transaction, so yesterday and today are always looked at. */
export const OF_PLAYERS_SQL = `
select t.id from transaction t where t.partner_id = $1 and t.id = any (array(
  select portal_ids_of_players(
    $2, greatest(least($3, turkish_day_number(now()) - 1), turkish_day_number($4) - 1), turkish_day_number($5) + 1, $6, $7, $8, $9, $10, $11, $12
  )
))
order by t.id desc`;

/** What players did, the newest first. Whether it lies in the period to the moment is for whoever reads the rows. */
export async function findIdsOfPlayers(
  { partnerId, query }: PartnerScope,
  players: { customerIds: readonly string[]; firstDay: number | null },
  { filter, until, wanted }: { filter: TransactionFilter; until: Date; wanted: number },
): Promise<string[]> {
  const { type = null, status = null, amountFrom = null, amountTo = null, from = new Date(0) } = filter;
  const { below, since } = idBounds(filter);
  const rows = await query<{ id: string }>(OF_PLAYERS_SQL, [
    partnerId,
    players.customerIds,
    players.firstDay,
    from,
    until,
    below,
    since,
    type,
    status,
    amountFrom,
    amountTo,
    wanted,
  ]);
  return rows.map(({ id }) => id);
}
