import type { FastifyRequest } from 'fastify';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';
import { fromTransactionId } from '../../ids.ts';
import { clientNetwork } from '../server/client-network.ts';
import type { ApiDependencies } from '../api-dependencies.ts';

export interface PageAddress {
  Params: { id: string; token: string };
}

export type AddressedDeposit = HostedDeposit | 'missing' | 'too_many_guesses';

/**
 * The deposit at an address. A wrong token and a wrong id are the same: an address is either known whole or not at all.
 * Wrong ones are counted by where they come from; a right one is never refused for them, since many players share an
 * address with others.
 */
export async function depositAt(
  dependencies: ApiDependencies,
  { params, ip, method }: FastifyRequest<PageAddress>,
): Promise<AddressedDeposit> {
  const deposit = await findByAddress(dependencies, params, { shouldRetry: method === 'POST' });
  if (deposit) return deposit;
  const verdict = dependencies.addressLimiter.take(
    `pay ${clientNetwork(ip)}`,
    dependencies.config.failedSignInsPerSecond,
  );
  return verdict.isAllowed ? 'missing' : 'too_many_guesses';
}

/**
 * The token is checked before the database is asked, so that made-up addresses cost it nothing. Who looks may look again;
 * what a player says is not lost because the database is away for some seconds.
 */
async function findByAddress(
  { services }: ApiDependencies,
  { id, token }: PageAddress['Params'],
  { shouldRetry }: { shouldRetry: boolean },
): Promise<HostedDeposit | undefined> {
  const uuid = fromTransactionId(id);
  const keyVersion = uuid === undefined ? undefined : services.pageTokens.versionOf(token, uuid);
  if (uuid === undefined || keyVersion === undefined) return undefined;
  const find = async (): Promise<HostedDeposit | undefined> => await services.hostedDeposits.find(uuid);
  const deposit = shouldRetry ? await services.retry.run(find) : await find();
  return deposit?.pageKeyVersion === keyVersion ? deposit : undefined;
}
