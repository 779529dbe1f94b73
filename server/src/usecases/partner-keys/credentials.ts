/**
 * Keys that people of a partner make and end by themselves. The triple is made here, sealed for those who open it, and told in one answer:
 * nothing here can read it again.
 */
import { listKeys } from '../../db/read/portal/keys.ts';
import type { ListedKey } from '../../db/read/portal/keys.ts';
import * as write from '../../db/write/partners/partner-keys.ts';
import { look } from '../partner-people/screen-reads.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { newCredential } from '../partners/new-credential.ts';
import type { CredentialTriple } from '../partners/new-credential.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import { handOf, pressByHand, writeByHand } from './hand.ts';
import { sealerOf } from './sealer.ts';

export type { CredentialTriple, ListedKey };

export async function readKeys(context: PortalSignIn, session: PortalSession): Promise<ListedKey[]> {
  return await look(context, session, listKeys);
}

export interface MadeKeys {
  credentials: CredentialTriple;
  expiring: { apiKey: string; expiresAt: Date }[];
}

/** Another triple. With an overlap the older ones end after it; without, they stay. */
export async function makeKeys(
  context: PortalSignIn,
  session: PortalSession,
  { cell, overlapHours, caller }: { cell: string; overlapHours: number | null; caller: Caller },
): Promise<MadeKeys> {
  const { person } = session;
  return await pressByHand(context, session, async (client) => {
    const sealedSecrets = await sealerOf(client);
    const actor = { name: person.handle };
    const { triple, stored } = await newCredential({ sealedSecrets, cell, actor }, person.partnerId);
    const result = await write.makeCredential(client, handOf(session, caller), { stored, overlapHours });
    if (result.outcome === 'too_many') throw refused('too_many_credentials');
    return { credentials: triple, expiring: result.expiring };
  });
}

/** It ends at once, also if it is the last one. */
export async function revokeKey(
  context: PortalSignIn,
  session: PortalSession,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const isDone = await writeByHand(
    context,
    session,
    async (client) => await write.revokeCredential(client, handOf(session, caller), id),
  );
  if (!isDone) throw refused('credential_not_found');
}
