/** What people of a partner see and do at their webhook endpoints. Workers send; nothing here calls an address. */
import * as reads from '../../db/read/portal/webhooks.ts';
import type {
  FoundTest,
  ListedAttempt,
  ListedDelivery,
  ListedEndpoint,
} from '../../db/read/portal/webhooks.ts';
import * as write from '../../db/write/partners/partner-keys.ts';
import { newId } from '../../ids.ts';
import { look } from '../partner-people/screen-reads.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import { newWebhookSecret } from '../webhooks/new-secret.ts';
import { MINUTE_SECONDS, refuseTooOften } from '../webhooks/test.ts';
import { handOf, pressByHand, writeByHand } from './hand.ts';
import { sealerOf } from './sealer.ts';

export type { FoundTest, ListedAttempt, ListedDelivery, ListedEndpoint };

export async function readEndpoints(
  context: PortalSignIn,
  session: PortalSession,
): Promise<ListedEndpoint[]> {
  return await look(context, session, reads.listEndpoints);
}

/** Undefined: the partner has no such endpoint. Both are always asked for, so that another partner's takes as long as its own. */
export async function readDeliveries(
  context: PortalSignIn,
  session: PortalSession,
  filter: { endpointId: string; state?: 'pending' | 'parked' | undefined },
): Promise<ListedDelivery[] | undefined> {
  return await look(context, session, async (scope) => {
    const status = await reads.findEndpointStatus(scope, filter.endpointId);
    const deliveries = await reads.listEndpointDeliveries(scope, filter);
    return status && deliveries;
  });
}

export async function readAttempts(
  context: PortalSignIn,
  session: PortalSession,
  asked: { endpointId: string; eventId: string },
): Promise<ListedAttempt[] | undefined> {
  return await look(context, session, async (scope) => {
    const status = await reads.findEndpointStatus(scope, asked.endpointId);
    const attempts = await reads.listAttempts(scope, asked);
    return status && attempts;
  });
}

export async function readTest(
  context: PortalSignIn,
  session: PortalSession,
  id: string,
): Promise<FoundTest | undefined> {
  return await look(context, session, async (scope) => await reads.findTest(scope, id));
}

interface Pressed {
  id: string;
  caller: Caller;
}

/** Nothing is sent until the pause ends; events wait. */
export async function pauseEndpoint(
  context: PortalSignIn,
  session: PortalSession,
  { id, isPause, caller }: Pressed & { isPause: boolean },
): Promise<void> {
  const was = await writeByHand(
    context,
    session,
    async (client) => await write.pauseWebhook(client, handOf(session, caller), { endpointId: id, isPause }),
  );
  if (was === undefined) throw refused('partner_endpoint_not_found');
  if (was === 'disabled')
    throw refused('endpoint_disabled', { endpointId: id, wanted: isPause ? 'pause' : 'resume' });
}

/** A new secret, told once. The one before also signs during the overlap. */
export async function rotateEndpointSecret(
  context: PortalSignIn,
  session: PortalSession,
  { id, overlapHours, caller }: Pressed & { overlapHours: number },
): Promise<{ secret: string; olderUntil: Date | null }> {
  const actor = { name: session.person.handle };
  return await pressByHand(context, session, async (client) => {
    const sealedSecrets = await sealerOf(client);
    const { secret, stored } = await newWebhookSecret({ sealedSecrets, actor }, id);
    const { isFound, olderUntil } = await write.rotateWebhookSecret(client, handOf(session, caller), {
      stored,
      overlapHours,
    });
    if (!isFound) throw refused('partner_endpoint_not_found');
    return { secret, olderUntil };
  });
}

/** Asks a worker to send a test event, once. Returns the id of the test. */
export async function askForTest(
  context: PortalSignIn,
  session: PortalSession,
  { id: endpointId, caller }: Pressed,
): Promise<string> {
  const id = newId();
  return await pressByHand(context, session, async (client, scope) => {
    if (!(await write.lockEndpoint(client, endpointId))) throw refused('partner_endpoint_not_found');
    const status = await reads.findEndpointStatus(scope, endpointId);
    if (status === 'paused' || status === 'disabled')
      throw refused('endpoint_not_active', { endpointId, status });
    if (!(await write.isWorkerAlive(client))) throw refused('no_worker_alive');
    refuseTooOften(
      endpointId,
      await reads.readRecentTests(scope, { endpointId, withinSeconds: MINUTE_SECONDS }),
    );
    await write.askForTest(client, handOf(session, caller), { id, endpointId });
    return id;
  });
}

/** One event again, under its old id and with a new schedule. It is sent by the worker that has the endpoint. */
export async function resendEvent(
  context: PortalSignIn,
  session: PortalSession,
  { id: endpointId, eventId, caller }: Pressed & { eventId: string },
): Promise<void> {
  await pressByHand(context, session, async (client) => {
    if (!(await write.lockEndpoint(client, endpointId))) throw refused('partner_endpoint_not_found');
    if (!(await write.replayEvent(client, handOf(session, caller), { endpointId, eventId })))
      throw refused('event_not_resendable');
  });
}
