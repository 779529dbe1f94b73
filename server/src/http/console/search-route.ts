import { search as searchContract } from '@vezne/contract/console/search';
import type { FoundTransaction as ShownTransaction } from '@vezne/contract/console/search';
import { maskIban } from '@vezne/domain/iban';
import { toWireInteger } from '@vezne/domain/money';
import type { FastifyInstance } from 'fastify';
import type { FoundTransaction } from '../../db/read/transactions/found-transactions.ts';
import { createIbanSearches } from '../../usecases/search/iban-searches.ts';
import { search } from '../../usecases/search/search.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { personOf } from './person.ts';
import { consoleRoute } from './route.ts';

/** Any deposit and any withdrawal, by whatever somebody has of it. */
export function searchRoute(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { referenceRound } = dependencies;
  const { pool, clock } = dependencies.signIn;
  const ibanSearches = createIbanSearches({ pool, clock });
  consoleRoute(app, dependencies, searchContract, async ({ session, body: { text, days } }) => {
    const noteIban = async (iban: string): Promise<void> => await ibanSearches.note(personOf(session), iban);
    const context = { pool, referenceRound, nowMs: clock.nowMs(), noteIban };
    const { groups, meant } = await search(context, { text, ...(days === undefined ? {} : { days }) });
    return {
      groups: groups.map(({ kind, transactions, players, isMore, since }) => ({
        kind,
        transactions: [...transactions, ...players.flatMap((player) => player.transactions)].map(shown),
        isMore,
        since: since?.toISOString() ?? null,
      })),
      meant: meant.map(shown),
    };
  });
}

function shown(found: FoundTransaction): ShownTransaction {
  const { customerId, customerUsername, customerFullName, payoutIban, actualAmountCents } = found;
  return {
    id: found.id,
    type: found.type,
    referenceCode: found.referenceCode,
    externalReference: found.externalReference,
    createdAt: found.createdAt.toISOString(),
    customer: { id: customerId, username: customerUsername, fullName: customerFullName },
    partnerName: found.partnerName,
    amountCents: toWireInteger(found.amountCents),
    actualAmountCents: actualAmountCents === null ? null : toWireInteger(actualAmountCents),
    status: found.status,
    stage: found.stage,
    reasonCode: found.reasonCode,
    isLateMoney: found.isLateMoney,
    // Whoever pays sees it whole at the withdrawal, when it is authorised, and nobody sees it here.
    payoutIban: payoutIban === null ? null : maskIban(payoutIban),
  };
}
