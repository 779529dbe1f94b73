import type pg from 'pg';
import { foldName } from '@vezne/domain/names';
import {
  findPlayerNamePlace,
  findSeenPlayers,
  notePlayers,
} from '../../db/write/transactions/player-names.ts';
import type { NamedPlayer, SeenPlayer } from '../../db/write/transactions/player-names.ts';
import { firstIdAt } from '../../ids.ts';
import { foldedUsername } from './folded-username.ts';

/** Some hundred milliseconds of work, and a few megabytes. */
const BATCH = 5_000;

/** A history of a million is through in one run of a minute or two. What is left of a longer one is for the next run. */
const MOST_BATCHES = 400;

/**
 * So much is read again by every run. Ids carry the clocks of api processes, and rows become visible in the order of commits: a row may appear
 * below one that was read before. A process whose clock is off by more than five minutes refuses every signature, and a create is settled within a minute.
 */
const OVERLAP_MS = 15 * 60_000;

const OPTIONS = { timeoutMs: 30_000 };

/** As much as the column holds. A ligature becomes up to 18 letters when it is folded. */
const FOLDED_NAME_MAX = 256;

export interface NotedPlayers {
  transactions: number;
  /** Players that were new, or had something new. */
  noted: number;
}

/**
 * Writes the players of new transactions with their names, and goes on from where the last run stopped; the first run begins with the oldest
 * transaction. It may be stopped anywhere, and two runs at once do no harm.
 */
export async function notePlayerNames(
  pool: pg.Pool,
  {
    nowMs,
    batch = BATCH,
    mostBatches = MOST_BATCHES,
  }: { nowMs: number; batch?: number; mostBatches?: number },
): Promise<NotedPlayers> {
  const settled = firstIdAt(new Date(nowMs - OVERLAP_MS));
  let after = await findPlayerNamePlace(pool, OPTIONS);
  const done: NotedPlayers = { transactions: 0, noted: 0 };
  for (let count = 0; count < mostBatches; count += 1) {
    const seen = await findSeenPlayers(pool, { ...OPTIONS, after, limit: batch });
    const last = seen.at(-1);
    if (last === undefined) break;
    after = last.transactionId;
    const place = after < settled ? after : settled;
    done.noted += await notePlayers(pool, namedPlayers(seen), { ...OPTIONS, place });
    done.transactions += seen.length;
    if (seen.length < batch) break;
  }
  return done;
}

/** Each player once, with the names of the newest transaction. */
function namedPlayers(seen: readonly SeenPlayer[]): NamedPlayer[] {
  const players = Map.groupBy(seen, ({ partnerId, customerId }) => `${partnerId} ${customerId}`);
  return Array.from(players.values()).flatMap((transactions) => {
    const newest = transactions.at(-1);
    if (newest === undefined) return [];
    const times = transactions.map(({ createdAt }) => createdAt.getTime());
    return {
      ...newest,
      createdAt: new Date(Math.max(...times)),
      firstSeenAt: new Date(Math.min(...times)),
      foldedUsername: foldedUsername(newest.username),
      foldedName: foldName(newest.fullName).slice(0, FOLDED_NAME_MAX).trim(),
    };
  });
}
