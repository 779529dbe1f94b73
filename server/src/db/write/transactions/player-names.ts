/** Players by name, as a worker writes them from transactions. */
import type pg from 'pg';
import { columnValues, runRead, runWrite, unnestColumns } from '../../statement.ts';
import type { BatchColumn, StatementOptions } from '../../statement.ts';

/** A transaction's player. */
export interface SeenPlayer {
  transactionId: string;
  partnerId: string;
  customerId: string;
  username: string;
  fullName: string;
  createdAt: Date;
}

export async function findPlayerNamePlace(pool: pg.Pool, options: StatementOptions): Promise<string> {
  const [row] = await runRead<{ place: string }>(
    pool,
    { text: 'select read_up_to as place from player_name_place' },
    options,
  );
  if (row === undefined) throw new Error('The place up to which players were read is gone.');
  return row.place;
}

/** Late money has the names of its original, which may be months old. */
export const SEEN_PLAYERS_SQL = `
select id as "transactionId", partner_id as "partnerId", customer_id as "customerId", customer_username as "username",
  customer_full_name as "fullName", created_at as "createdAt"
from transaction where id > $1 and original_transaction_id is null order by id limit $2`;

/** The players of the transactions after an id, in the order of their ids. */
export async function findSeenPlayers(
  pool: pg.Pool,
  { after, limit, ...options }: StatementOptions & { after: string; limit: number },
): Promise<SeenPlayer[]> {
  return await runRead<SeenPlayer>(
    pool,
    { name: 'seen-players', text: SEEN_PLAYERS_SQL, values: [after, limit] },
    options,
  );
}

export interface NamedPlayer extends SeenPlayer {
  foldedUsername: string;
  foldedName: string;
  firstSeenAt: Date;
}

const COLUMNS: readonly BatchColumn<NamedPlayer>[] = [
  ['partner_id', 'uuid', (player) => player.partnerId],
  ['customer_id', 'text', (player) => player.customerId],
  ['username', 'text', (player) => player.username],
  ['full_name', 'text', (player) => player.fullName],
  ['folded_username', 'text', (player) => player.foldedUsername],
  ['folded_name', 'text', (player) => player.foldedName],
  ['first_seen_at', 'timestamptz', (player) => player.firstSeenAt],
  ['last_seen_at', 'timestamptz', (player) => player.createdAt],
  ['latest_transaction_id', 'uuid', (player) => player.transactionId],
];

/** The names of a player's newest transaction stay, in whatever order two runs write. */
const newer = (column: string): string =>
  `${column} = case when excluded.latest_transaction_id > player_name.latest_transaction_id then excluded.${column} else player_name.${column} end`;

/**
 * A player that is known as it is, is not written: a conflict locks the row even if nothing of it changes, and every run reads the newest
 * transactions again. The place moves in the same statement, and only forward.
 */
const NOTE_SQL = `
with noted as (
  insert into player_name (${COLUMNS.map(([name]) => name).join(', ')})
  select ${COLUMNS.map(([name]) => `input.${name}`).join(', ')}
  from ${unnestColumns(COLUMNS, 'input')} left join player_name known using (partner_id, customer_id)
  where known.latest_transaction_id is null or known.latest_transaction_id < input.latest_transaction_id
    or known.first_seen_at > input.first_seen_at
  order by partner_id, customer_id
  on conflict (partner_id, customer_id) do update set
    ${['username', 'full_name', 'folded_username', 'folded_name', 'latest_transaction_id'].map(newer).join(',\n    ')},
    first_seen_at = least(player_name.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(player_name.last_seen_at, excluded.last_seen_at)
  returning 1
), moved as (
  update player_name_place set read_up_to = $${COLUMNS.length + 1} where read_up_to < $${COLUMNS.length + 1}
)
select count(*)::int4 as count from noted`;

/** Writes players, each of them once in the list, and how far was read. Returns how many were new or had changed. */
export async function notePlayers(
  pool: pg.Pool,
  players: readonly NamedPlayer[],
  { place, ...options }: StatementOptions & { place: string },
): Promise<number> {
  const values: unknown[] = [...columnValues(COLUMNS, players), place];
  const [row] = await runWrite<{ count: number }>(
    pool,
    { name: 'note-players', text: NOTE_SQL, values },
    options,
  );
  return row?.count ?? 0;
}
