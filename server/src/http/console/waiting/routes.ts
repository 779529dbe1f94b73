import {
  WAITING_PLAYERS_PAGE,
  getWaitingPlayerRows,
  listWaitingPlayers,
} from '@vezne/contract/console/waiting-players';
import type { WaitingPlayer as ShownPlayer } from '@vezne/contract/console/waiting-players';
import type { FastifyInstance } from 'fastify';
import { findWaitingPlayers, findWaitingPlayersPage } from '../../../db/read/transactions/waiting-players.ts';
import type { WaitingPlayer } from '../../../db/read/transactions/waiting-players.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { readRowIds } from '../row-ids.ts';
import { consoleRoute } from '../route.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Players who were shown an account and have not said that they paid. */
export function waitingPlayerRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, listWaitingPlayers, async ({ query }) => {
    const filters = {
      partnerId: query.partner,
      bankAccountId: query.account,
      leastCents: query.least,
      mostCents: query.most,
    };
    const page = { after: query.after, limit: WAITING_PLAYERS_PAGE, ...OPTIONS };
    const { ids, next } = await findWaitingPlayersPage(pool, filters, page);
    const players = await findWaitingPlayers(pool, ids, OPTIONS);
    return { players: players.map(shownPlayer), next: next ?? null };
  });
  consoleRoute(app, dependencies, getWaitingPlayerRows, async ({ query }) => {
    const players = await findWaitingPlayers(pool, readRowIds(query.ids), OPTIONS);
    return { players: players.map(shownPlayer) };
  });
}

function shownPlayer({ createdAt, expiresAt, amountCents, ...player }: WaitingPlayer): ShownPlayer {
  return {
    ...player,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    // Amounts of transactions are far below what a JSON number holds exactly.
    amountCents: Number(amountCents),
  };
}
