import type { FastifyRequest } from 'fastify';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import { fromTransactionId } from '../../ids.ts';
import type { PageTokens } from '../../keys/page-token.ts';
import { clientNetwork } from '../server/client-network.ts';
import type { ApiDependencies } from '../api-dependencies.ts';

export interface PageAddress {
  Params: { id: string; token: string };
}

export type AddressedDeposit = HostedDeposit | 'missing' | 'too_many_guesses';

/**
 * The deposit at an address. A wrong token and a wrong id get the same response: nobody can learn a part of an address.
 * Wrong addresses are counted per client network. A right address is never refused because of them, since many players
 * share a network.
 */
export async function depositAt(
  dependencies: ApiDependencies,
  { params, ip, method }: FastifyRequest<PageAddress>,
  { mayBeRecent, deadlineMs }: { mayBeRecent: boolean; deadlineMs: number },
): Promise<AddressedDeposit> {
  const patience = method === 'POST' ? deadlineMs : undefined;
  const deposit = await findByAddress(dependencies, params, { patience, mayBeRecent });
  if (deposit) return deposit;
  const verdict = dependencies.addressLimiter.take(
    `pay ${clientNetwork(ip)}`,
    dependencies.config.failedSignInsPerSecond,
  );
  return verdict.isAllowed ? 'missing' : 'too_many_guesses';
}

/**
 * Checks the token before it asks the database, so made-up addresses cost the database nothing. A visit may fail while the
 * database is away: the player can look again. A press must not be lost, so it is tried again for some seconds, unless too many wait already.
 */
async function findByAddress(
  { services }: ApiDependencies,
  params: PageAddress['Params'],
  { patience, mayBeRecent }: { patience: number | undefined; mayBeRecent: boolean },
): Promise<HostedDeposit | undefined> {
  const address = provenAddress(services.pageTokens, params);
  if (!address) return undefined;
  const { uuid, keyVersion } = address;
  const { hostedDeposits, presses, retry } = services;
  const look = async (): Promise<HostedDeposit | undefined> =>
    await (mayBeRecent ? hostedDeposits.findRecent(uuid) : hostedDeposits.find(uuid));
  const deposit =
    patience === undefined
      ? await look()
      : await presses.run(
          async () => await retry.run(async () => await hostedDeposits.findPressed(uuid), patience),
        );
  return deposit?.pageKeyVersion === keyVersion ? deposit : undefined;
}

/** The deposit's id and the key that made its token; undefined if none of our keys made it. */
export function provenAddress(
  pageTokens: PageTokens,
  { id, token }: PageAddress['Params'],
): { uuid: string; keyVersion: number } | undefined {
  const uuid = fromTransactionId(id);
  const keyVersion = uuid === undefined ? undefined : pageTokens.versionOf(token, uuid);
  return uuid === undefined || keyVersion === undefined ? undefined : { uuid, keyVersion };
}
