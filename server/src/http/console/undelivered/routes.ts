import {
  PARKED_PAGE,
  REPLAY_LIMIT,
  getEndpointDeliveries,
  listEndpointsBehind,
  listParkedEvents,
  replayUndelivered,
} from '@vezne/contract/console/undelivered';
import type { FastifyInstance } from 'fastify';
import {
  BEHIND_AFTER_SECONDS,
  findEndpointState,
  findEndpointsBehind,
  findExceptions,
  findParkedEvents,
} from '../../../db/read/webhooks/undelivered.ts';
import * as webhooks from '../../../usecases/webhooks/replay-undelivered.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { consoleRoute } from '../route.ts';
import { readPlace, writePlace } from './place.ts';
import { shownEndpoint, shownEvent } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };
/** More than are ever behind, unless all of them are: then the reason is ours, and the first hundred show it. */
const MOST_ENDPOINTS = 100;
/** Of each state; who has more to look through has the command line. */
const SHOWN_OF_ENDPOINT = 50;

/** What partners have not taken, and sending it again. */
export function undeliveredRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, listEndpointsBehind, async () => {
    const endpoints = await findEndpointsBehind(pool, {
      behindAfterSeconds: BEHIND_AFTER_SECONDS,
      limit: MOST_ENDPOINTS,
      ...OPTIONS,
    });
    return { endpoints: endpoints.map(shownEndpoint) };
  });
  consoleRoute(app, dependencies, listParkedEvents, async ({ query }) => {
    const after = query.after === undefined ? undefined : readPlace(query.after);
    const { events, next } = await findParkedEvents(pool, { after, limit: PARKED_PAGE, ...OPTIONS });
    return { events: events.map(shownEvent), next: next === undefined ? null : writePlace(next) };
  });
  consoleRoute(app, dependencies, getEndpointDeliveries, async ({ id }) => {
    const endpoint = await findEndpointState(pool, id, OPTIONS);
    if (endpoint === undefined) throw new ConsoleError('not_found');
    const events = await findExceptions(pool, id, { limit: SHOWN_OF_ENDPOINT, ...OPTIONS });
    return {
      endpoint: shownEndpoint(endpoint),
      events: events.map(shownEvent),
      readAt: endpoint.readAt.toISOString(),
    };
  });
  consoleRoute(app, dependencies, replayUndelivered, async ({ session, id, body }) => {
    const selection =
      'eventId' in body
        ? body
        : {
            seenAt: new Date(body.seenAt),
            since: body.since === undefined ? undefined : new Date(body.since),
          };
    return await webhooks.replayUndelivered(pool, {
      endpointId: id,
      selection,
      actor: personOf(session),
      limit: REPLAY_LIMIT,
    });
  });
}
