import { createWebhookHandler, nodeHandler } from '@vezne/sdk';
import type { ProcessedEvents } from '@vezne/sdk';
import type { Connection, Database } from '../database.ts';
import type { Shop } from '../shop.ts';
import { applyEvent } from './apply-event.ts';

/** Answers the service's webhooks. The SDK verifies them; anything not proven to come from the service stops there. */
export function webhookListener({ config, database, log }: Shop): ReturnType<typeof nodeHandler> {
  return nodeHandler(
    createWebhookHandler({
      secrets: config.webhookSecrets,
      store: processedEvents(database),
      onEvent: (event, connection) => applyEvent(event, { connection, log }),
      onError: (error) => log(error.message),
    }),
  );
}

/** Claims the event, does the work and remembers the event in one transaction: all of it happens, or nothing. */
function processedEvents(database: Database): ProcessedEvents<Connection> {
  return {
    async once(eventId, work) {
      return await database.transaction(async (connection) => {
        const claimed = connection.run(
          'insert into processed_event (id) values (?) on conflict (id) do nothing',
          eventId,
        );
        if (claimed === 0) return 'already';
        await work(connection);
        return 'done';
      });
    },
  };
}
