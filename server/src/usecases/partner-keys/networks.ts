/** From where a partner's requests may come. What opens more takes a second person; the database decides which that is. */
import { createDatabaseOn } from '../../db/kysely.ts';
import { findNetworkRequest, readAllowedNetworks } from '../../db/read/portal/keys.ts';
import type { OpenNetworkRequest } from '../../db/read/portal/keys.ts';
import * as write from '../../db/write/partners/partner-keys.ts';
import type { NetworkRequestEnd } from '../../db/write/partners/partner-keys.ts';
import { newId } from '../../ids.ts';
import { look } from '../partner-people/screen-reads.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { checkedNetworks } from '../partners/checked-settings.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import { handOf, pressByHand, writeByHand } from './hand.ts';

export type { OpenNetworkRequest };

export async function readNetworksOf(
  context: PortalSignIn,
  session: PortalSession,
): Promise<{ networks: string[]; request: OpenNetworkRequest | undefined }> {
  return await look(context, session, async (scope) => ({
    networks: await readAllowedNetworks(scope),
    request: await findNetworkRequest(scope),
  }));
}

/** The whole list as it is to be. What is smaller holds at once; a new network, or none at all, waits for a second person. */
export async function setNetworksOf(
  context: PortalSignIn,
  session: PortalSession,
  { networks, caller }: { networks: readonly string[]; caller: Caller },
): Promise<'done' | 'asked'> {
  const outcome = await pressByHand(context, session, async (client) => {
    const checked = await checkedNetworks(createDatabaseOn(client), networks);
    return await write.setNetworks(client, handOf(session, caller), { id: newId(), networks: checked });
  });
  if (outcome === 'one_is_open') throw refused('network_request_open');
  if (outcome === 'too_many') throw refused('too_many_networks');
  return outcome;
}

export async function endNetworkRequestOf(
  context: PortalSignIn,
  session: PortalSession,
  { id, how, caller }: { id: string; how: NetworkRequestEnd; caller: Caller },
): Promise<void> {
  const outcome = await writeByHand(
    context,
    session,
    async (client) => await write.endNetworkRequest(client, handOf(session, caller), { id, how }),
  );
  if (outcome === 'not_found') throw refused('network_request_not_found');
  if (outcome === 'over') throw refused('network_request_over');
  if (outcome === 'own')
    throw refused(how === 'withdrawn' ? 'network_request_not_own' : 'network_request_own');
}
