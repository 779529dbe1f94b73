import * as contract from '@vezne/contract/portal/webhooks';
import type { EndpointTest } from '@vezne/contract/portal/webhooks';
import type { FastifyInstance } from 'fastify';
import { toEventId } from '../../ids.ts';
import {
  askForTest,
  pauseEndpoint,
  readAttempts,
  readDeliveries,
  readEndpoints,
  readTest,
  resendEvent,
  rotateEndpointSecret,
} from '../../usecases/partner-keys/webhooks.ts';
import type { FoundTest, ListedDelivery, ListedEndpoint } from '../../usecases/partner-keys/webhooks.ts';
import type { PortalDependencies } from './dependencies.ts';
import { notFound } from './portal-error.ts';
import { portalRoute } from './route.ts';

/** Where the partner is told what happened. */
export function webhookRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  readRoutes(app, dependencies);
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, contract.pauseEndpoint, async ({ session, caller, id }) => {
    await pauseEndpoint(context, session, { id, caller, isPause: true });
    return {};
  });
  portalRoute(app, dependencies, contract.resumeEndpoint, async ({ session, caller, id }) => {
    await pauseEndpoint(context, session, { id, caller, isPause: false });
    return {};
  });
  portalRoute(app, dependencies, contract.rotateEndpointSecret, async ({ session, caller, id, body }) => {
    const { secret, olderUntil } = await rotateEndpointSecret(context, session, { id, caller, ...body });
    return { secret, olderUntil: olderUntil?.toISOString() ?? null };
  });
  portalRoute(app, dependencies, contract.testEndpoint, async ({ session, caller, id }) => ({
    testId: await askForTest(context, session, { id, caller }),
  }));
  portalRoute(app, dependencies, contract.resendEvent, async ({ session, caller, id, body: { event } }) => {
    await resendEvent(context, session, { id, eventId: event, caller });
    return {};
  });
}

function readRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, contract.listEndpoints, async ({ session }) => ({
    endpoints: (await readEndpoints(context, session)).map(shownEndpoint),
    readAt: new Date(context.clock.nowMs()).toISOString(),
  }));
  portalRoute(app, dependencies, contract.listDeliveries, async ({ session, id, query: { state } }) => {
    const deliveries = await readDeliveries(context, session, { endpointId: id, state });
    if (deliveries === undefined) throw notFound();
    return { deliveries: deliveries.map(shownDelivery) };
  });
  portalRoute(app, dependencies, contract.listAttempts, async ({ session, id, query: { event } }) => {
    const attempts = await readAttempts(context, session, { endpointId: id, eventId: event });
    if (attempts === undefined) throw notFound();
    return { attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })) };
  });
  portalRoute(app, dependencies, contract.getEndpointTest, async ({ session, id }) => {
    const test = await readTest(context, session, id);
    if (test === undefined) throw notFound();
    return shownTest(test);
  });
}

function shownEndpoint({ createdAt, secrets, ...endpoint }: ListedEndpoint) {
  return {
    ...endpoint,
    createdAt: createdAt.toISOString(),
    secrets: secrets.map((secret) => ({
      id: secret.id,
      createdAt: new Date(secret.createdAt).toISOString(),
      expiresAt: secret.expiresAt === null ? null : new Date(secret.expiresAt).toISOString(),
    })),
  };
}

function shownDelivery({ occurredAt, deliveredAt, nextAttemptAt, lastTriedAt, ...delivery }: ListedDelivery) {
  return {
    ...delivery,
    webhookId: toEventId(delivery.eventId),
    occurredAt: occurredAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastTriedAt: lastTriedAt?.toISOString() ?? null,
  };
}

function shownTest({ isTaken, isTooLate, ...test }: FoundTest): EndpointTest {
  const { durationMs, status, error, answerStart } = test;
  if (durationMs !== null) return { state: 'ended', status, error, durationMs, answerStart };
  const state = isTaken ? 'under_way' : isTooLate ? 'not_taken' : 'waiting';
  return { state, status: null, error: null, durationMs: null, answerStart: null };
}
