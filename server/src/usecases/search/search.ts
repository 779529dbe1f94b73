import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { sequenceNumberOf } from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';
import { searchAims } from '@vezne/domain/search-kind';
import type { SearchAim, SearchKind } from '@vezne/domain/search-kind';
import {
  findNewestOfPlayers,
  findPlayersOfId,
  findPlayersOfName,
  findPlayersOfUsername,
} from '../../db/read/transactions/found-players.ts';
import type { FoundPlayer } from '../../db/read/transactions/found-players.ts';
import {
  findDecidedOfAmounts,
  findDepositsOfCodes,
  findFirstUnread,
  findIdsOfPayoutIban,
  findIdsOfReference,
  findTransactionsByIds,
  findWaitingOfAmounts,
} from '../../db/read/transactions/found-transactions.ts';
import type { FoundTransaction } from '../../db/read/transactions/found-transactions.ts';
import { firstIdAt, timeOfId } from '../../ids.ts';
import { foldedUsername } from './folded-username.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What fits on a page that somebody reads. One more is asked for, to know whether there are more. */
const MOST_TRANSACTIONS = 50;
const MOST_PLAYERS = 20;
/** The newest of each player. */
const OF_EACH_PLAYER = 3;

const DAY_MS = 86_400_000;

/** How far back an amount is looked for among what is decided. */
export const AMOUNT_DAYS = 7;
export const AMOUNT_DAYS_MAX = 31;

export interface PlayerWithTransactions extends FoundPlayer {
  /** The newest first. */
  transactions: FoundTransaction[];
}

/** What was found if the text is of this kind. */
export interface FoundGroup {
  kind: SearchKind;
  transactions: FoundTransaction[];
  /** Of the kinds that name a player; then there are no transactions beside theirs. */
  players: PlayerWithTransactions[];
  /** There are more of them than are shown. */
  isMore: boolean;
  /** Of amounts: what was decided is searched from here on. */
  since: Date | null;
}

export interface SearchResult {
  /** One for each kind that the text can be, whether something was found or not. */
  groups: FoundGroup[];
  /** Nothing has what was typed as a code, an id or a reference. These have a code that differs by one mistake. */
  meant: FoundTransaction[];
  /** A number leads to a deposit with another code: the key is not the one that the codes were made with. */
  isOtherKey: boolean;
}

export interface SearchContext {
  pool: pg.Pool;
  referenceRound: RoundFunction;
  nowMs: number;
  /** Keeps that somebody looks for this IBAN, or refuses it; before anything is looked up. */
  noteIban: (iban: string) => Promise<void>;
}

/** Everything that somebody may mean by a text: any transaction in any state. */
export async function search(
  { pool, referenceRound, nowMs, noteIban }: SearchContext,
  { text, days = AMOUNT_DAYS }: { text: string; days?: number },
): Promise<SearchResult> {
  const codes = createCodes(pool, referenceRound);
  const from = new Date(nowMs - Math.min(Math.max(days, 1), AMOUNT_DAYS_MAX) * DAY_MS);
  const groups: FoundGroup[] = [];
  const aims = searchAims(text);
  for (const aim of aims) if (aim.kind === 'iban') await noteIban(aim.iban);
  // One after another: a search must not take all the connections of a process.
  for (const aim of aims) groups.push(await findGroup(pool, aim, { codes, from }));
  const isFound = groups.some(({ kind, transactions }) => EXACT.has(kind) && transactions.length > 0);
  const meant = isFound
    ? []
    : await codes.find(aims.flatMap((aim) => (aim.kind === 'code' ? aim.meant : [])));
  return { groups: withoutRepeated(groups), meant: await shown(pool, meant), isOtherKey: codes.isOtherKey() };
}

/** Whoever types one of these means one transaction, and its late money. */
const EXACT: ReadonlySet<SearchKind> = new Set(['id', 'code', 'reference']);

interface Codes {
  find(codes: readonly string[]): Promise<string[]>;
  isOtherKey(): boolean;
}

function createCodes(pool: pg.Pool, round: RoundFunction): Codes {
  let isOtherKey = false;
  return {
    async find(codes) {
      const numbered = codes.map((code) => ({ code, number: sequenceNumberOf(code, round) }));
      const deposits = await findDepositsOfCodes(pool, numbered, OPTIONS);
      // Another key would lead to somebody else's deposit.
      const right = deposits.filter(({ referenceCode }) => codes.includes(referenceCode));
      isOtherKey ||= right.length < deposits.length;
      return right.map(({ id }) => id);
    },
    isOtherKey: () => isOtherKey,
  };
}

async function findGroup(
  pool: pg.Pool,
  aim: SearchAim,
  { codes, from }: { codes: Codes; from: Date },
): Promise<FoundGroup> {
  const limit = MOST_TRANSACTIONS + 1;
  const players = MOST_PLAYERS + 1;
  switch (aim.kind) {
    case 'id':
      return await transactionGroup(pool, aim.kind, [aim.id]);
    case 'code':
      return await transactionGroup(pool, aim.kind, aim.code === null ? [] : await codes.find([aim.code]));
    case 'iban':
      return await transactionGroup(
        pool,
        aim.kind,
        await findIdsOfPayoutIban(pool, aim.iban, { ...OPTIONS, limit }),
      );
    case 'amount':
      return await amountGroup(pool, aim.amounts, from);
    case 'reference':
      return await transactionGroup(pool, aim.kind, await findIdsOfReference(pool, aim.reference, OPTIONS));
    case 'player_id':
      return await playerGroup(
        pool,
        aim.kind,
        await findPlayersOfId(pool, aim.customerId, { ...OPTIONS, limit: players }),
      );
    case 'user_name': {
      const folded = foldedUsername(aim.folded);
      return await playerGroup(
        pool,
        aim.kind,
        await findPlayersOfUsername(pool, folded, { ...OPTIONS, limit: players }),
      );
    }
    case 'name':
      return await playerGroup(
        pool,
        aim.kind,
        await findPlayersOfName(pool, aim.words, { ...OPTIONS, limit: players }),
      );
  }
}

async function transactionGroup(
  pool: pg.Pool,
  kind: SearchKind,
  ids: readonly string[],
): Promise<FoundGroup> {
  const transactions = await shown(pool, ids.slice(0, MOST_TRANSACTIONS));
  return { kind, transactions, players: [], isMore: ids.length > MOST_TRANSACTIONS, since: null };
}

/** What waits comes first, for that is what people look for; then what was decided, as far back as can be read in time. */
async function amountGroup(pool: pg.Pool, amounts: readonly Cents[], from: Date): Promise<FoundGroup> {
  const limit = MOST_TRANSACTIONS + 1;
  const firstId = firstIdAt(from);
  const waiting = await findWaitingOfAmounts(pool, amounts, { ...OPTIONS, limit });
  const decided = await findDecidedOfAmounts(pool, amounts, { ...OPTIONS, from: firstId, limit });
  const group = await transactionGroup(pool, 'amount', [...waiting, ...decided].slice(0, limit));
  const unread = await findFirstUnread(pool, firstId, OPTIONS);
  return { ...group, since: unread === undefined ? from : timeOfId(unread) };
}

async function playerGroup(
  pool: pg.Pool,
  kind: SearchKind,
  found: readonly FoundPlayer[],
): Promise<FoundGroup> {
  const players = found.slice(0, MOST_PLAYERS);
  const newest = await findNewestOfPlayers(pool, players, { ...OPTIONS, each: OF_EACH_PLAYER });
  const transactions = await findTransactionsByIds(pool, newest.flat(), OPTIONS);
  return {
    kind,
    transactions: [],
    players: players.map((player, index) => ({
      ...player,
      transactions: (newest[index] ?? []).flatMap((id) => transactions.get(id) ?? []),
    })),
    isMore: found.length > MOST_PLAYERS,
    since: null,
  };
}

/** A player whose id is also their user name is found once. */
function withoutRepeated(groups: readonly FoundGroup[]): FoundGroup[] {
  const seen = new Set<string>();
  return groups.map((group) => ({
    ...group,
    players: group.players.filter(({ partnerId, customerId }) => {
      const key = `${partnerId} ${customerId}`;
      return !seen.has(key) && seen.add(key);
    }),
  }));
}

async function shown(pool: pg.Pool, ids: readonly string[]): Promise<FoundTransaction[]> {
  const found = await findTransactionsByIds(pool, ids, OPTIONS);
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}
