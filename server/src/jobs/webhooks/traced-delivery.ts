import { z } from 'zod';
import type { Tracing } from '../../tracing/tracing.ts';
import type { Deliver } from './delivery.ts';

/** Each try becomes a step of the trace of the transaction that the event is about. */
export function tracedDelivery(deliver: Deliver, tracing: Tracing): Deliver {
  return (event, endpoint, done) => {
    deliver(event, endpoint, (result) => {
      const told = toldIn(event.body);
      if (told !== undefined) {
        const { startedAtMs, durationMs, isDelivered, status, error, retryAfterMs } = result;
        tracing.record({
          name: `webhook ${told.event}`,
          kind: 'client',
          transactionId: told.transactionId,
          startedAtMs,
          durationMs,
          attributes: {
            'vezne.endpoint_id': endpoint.id,
            'vezne.event_id': told.eventId,
            'vezne.attempt': event.attempts + 1,
            'http.response.status_code': status,
            'vezne.retry_after_ms': retryAfterMs,
          },
          error: isDelivered ? undefined : (error ?? String(status)),
        });
      }
      done(result);
    });
  };
}

const TOLD = z.object({ event: z.string(), eventId: z.string(), transactionId: z.string() });

function toldIn(body: string): z.infer<typeof TOLD> | undefined {
  return TOLD.safeParse(JSON.parse(body)).data;
}
