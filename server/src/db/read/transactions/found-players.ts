/** Players that somebody looks for, and what they did last. */
import type pg from 'pg';
import { ownPlayerDayKeySql, playerDayKeySql } from '../../player-key.ts';
import { columnValues, runRead, unnestColumns } from '../../statement.ts';
import type { BatchColumn, StatementOptions } from '../../statement.ts';

export interface FoundPlayer {
  partnerId: string;
  customerId: string;
  /** Of the newest transaction that a worker has read; null: it has read none yet. */
  username: string | null;
  fullName: string | null;
  /** The Turkish day of that transaction, counted from 1970. */
  lastDay: number;
}

const columnsOf = (player: string, name: string, seen: string): string =>
  `${player}.partner_id as "partnerId", ${player}.customer_id as "customerId", ${name}.username, ${name}.full_name as "fullName",
  turkish_day_number(${seen}) as "lastDay"`;

/** Partner by partner, as both keys begin with it. `player` is written with the transaction, and names come a moment later. */
export const PLAYERS_OF_ID_SQL = `
select ${columnsOf('player', 'name', 'coalesce(name.last_seen_at, player.first_seen_at)')}
from partner p cross join lateral (
  select partner_id, customer_id, first_seen_at from player where partner_id = p.id and customer_id = $1 offset 0
) as player left join lateral (
  select username, full_name, last_seen_at from player_name n
  where n.partner_id = player.partner_id and n.customer_id = player.customer_id offset 0
) as name on true
limit $2`;

export async function findPlayersOfId(
  pool: pg.Pool,
  customerId: string,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<FoundPlayer[]> {
  return await runRead<FoundPlayer>(pool, { text: PLAYERS_OF_ID_SQL, values: [customerId, limit] }, options);
}

export const PLAYERS_OF_USERNAME_SQL = `
select ${columnsOf('n', 'n', 'n.last_seen_at')} from player_name n
where n.folded_username = $1 and n.folded_username <> '' order by n.last_seen_at desc limit $2`;

export async function findPlayersOfUsername(
  pool: pg.Pool,
  foldedUsername: string,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<FoundPlayer[]> {
  const values = [foldedUsername, limit];
  return await runRead<FoundPlayer>(pool, { text: PLAYERS_OF_USERNAME_SQL, values }, options);
}

/** Of a name that thousands have, the newest among so many: whoever types one of those types on. */
const MOST_OF_NAME = 5_000;

/** As the index of letters has them. Shorter words are compared with the beginnings of words. */
const INDEXED_LETTERS = 3;

/**
 * The words are letters and digits alone, as they are folded, so none of them has a sign that `like` knows. A player comes first whose words
 * begin with all of them.
 */
export function playersOfNameQuery(words: readonly string[], limit: number): pg.QueryConfig {
  const begins = words.map((_, index) => `' ' || folded_name like '% ' || $${index + 1} || '%'`);
  const has = words.map((word, index) =>
    Array.from(word).length < INDEXED_LETTERS
      ? begins[index]
      : `folded_name like '%' || $${index + 1} || '%'`,
  );
  return {
    text: `
with found as materialized (
  select partner_id, customer_id, username, full_name, folded_name, last_seen_at from player_name
  where ${has.join(' and ')} limit ${MOST_OF_NAME}
)
select ${columnsOf('found', 'found', 'found.last_seen_at')} from found
order by (${begins.join(' and ')}) desc, last_seen_at desc, customer_id limit $${words.length + 1}`,
    values: [...words, limit],
  };
}

/** Players whose name has all of these words, in any order. */
export async function findPlayersOfName(
  pool: pg.Pool,
  words: readonly string[],
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<FoundPlayer[]> {
  return await runRead<FoundPlayer>(pool, playersOfNameQuery(words, limit), options);
}

const COLUMNS: readonly BatchColumn<FoundPlayer>[] = [
  ['partner_id', 'uuid', (player) => player.partnerId],
  ['customer_id', 'text', (player) => player.customerId],
  ['last_day', 'int4', (player) => player.lastDay],
];

/** Looked up one by one, so not more of them. */
const DAYS_BACK = 30;

const KEY = playerDayKeySql({
  partnerId: 'asked.partner_id',
  customerId: 'asked.customer_id',
  day: 'day.no',
});

/**
 * A month up to the last day that is known, and the newest days, of which names may not know yet. Each day is looked up by the index of
 * players' days, and no more of it is kept than is shown: a partner may have all its players under one id.
 */
export const NEWEST_OF_PLAYERS_SQL = `
select asked.place::int4 as place, newest.id from ${unnestColumns(COLUMNS, 'asked')}
cross join lateral (
  select of_day.id from (
    select generate_series(asked.last_day - ${DAYS_BACK}, asked.last_day) as no
    union select generate_series(turkish_day_number(now()) - 1, turkish_day_number(now()) + 1)
  ) as day cross join lateral (
    select t.id from (
      select o.id from transaction o
      where ${ownPlayerDayKeySql('o')} = ${KEY} and o.partner_id is not distinct from asked.partner_id
        and o.customer_id = asked.customer_id offset 0
    ) as t order by t.id desc limit $${COLUMNS.length + 1}
  ) as of_day
  order by of_day.id desc limit $${COLUMNS.length + 1}
) as newest
order by asked.place, newest.id desc`;

/** The ids of each player's newest transactions, in the order of the players. */
export async function findNewestOfPlayers(
  pool: pg.Pool,
  players: readonly FoundPlayer[],
  { each, ...options }: StatementOptions & { each: number },
): Promise<string[][]> {
  if (players.length === 0) return [];
  const values: unknown[] = [...columnValues(COLUMNS, players), each];
  const rows = await runRead<{ place: number; id: string }>(
    pool,
    { text: NEWEST_OF_PLAYERS_SQL, values },
    options,
  );
  const ids = Map.groupBy(rows, ({ place }) => place);
  return players.map((_, index) => (ids.get(index + 1) ?? []).map(({ id }) => id));
}
