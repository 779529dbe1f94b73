import { AFTER_PROBLEM, eventListQuery, listEvents } from '@vezne/contract/partner/events';
import type { FastifyInstance } from 'fastify';
import { fromEventId } from '../../ids.ts';
import { ApiError } from './api-error.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { eventBody } from '../../wire/event-body.ts';
import { sendBody } from './send-json.ts';
import { readQuery } from './query-string.ts';
import { partnerRoute } from './signed-route.ts';

export function eventRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  partnerRoute(app, dependencies, listEvents, async ({ query, partner, reply }) => {
    const { after, limit, corrections } = readQuery(query, eventListQuery);
    const page = await dependencies.services.partnerReads.events(partner.id, {
      after: after === undefined ? undefined : fromEventId(after),
      limit,
      withCorrections: corrections === 'true',
    });
    // Another partner's event gets the same answer as an event that does not exist.
    if (!page)
      throw new ApiError('invalid_request', {
        extras: { fields: [{ path: 'after', problem: AFTER_PROBLEM }] },
      });
    const events = page.events.map(eventBody);
    sendBody(reply, { events, nextCursor: events.at(-1)?.eventId ?? after ?? null });
  });
}
