import type { Command } from 'commander';
import { listAttempts } from '../../db/read/webhooks/attempts.ts';
import { listDeliveries } from '../../db/read/webhooks/deliveries.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { getWebhookEndpoint } from '../../usecases/webhooks/get.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { indented, indentedTable } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { ATTEMPT_HEADINGS, attemptCells, deliveryRows, deliveryValues } from './delivery-rows.ts';
import { SAMPLE_ENDPOINT, SAMPLE_EVENT, eventIdOf } from './webhook-options.ts';

export function addDeliveriesShow(deliveries: Command): void {
  defineCommand(deliveries, {
    name: 'show <endpoint> <event>',
    description: 'every try to tell an endpoint of an event, with the beginning of each answer',
    notes: ['A try whose worker died before it could write down the outcome has no line.'],
    examples: [`vezne webhook deliveries show ${SAMPLE_ENDPOINT} ${SAMPLE_EVENT}`],
  }).action(
    action(async (idOrUrl: string, event: string, options: Output) => {
      const eventId = eventIdOf(event);
      await withDatabase(async (db) => {
        const { id: endpointId } = await getWebhookEndpoint(db, idOrUrl);
        const [delivery] = await listDeliveries(db, { endpointId, eventId }, 1);
        if (delivery === undefined) {
          throw new CommandError(
            `The event ${event} never went to this endpoint. See where it did with: vezne webhook deliveries --event ${event}`,
          );
        }
        const attempts = await listAttempts(db, { endpointId, eventId });
        const tries = indentedTable(ATTEMPT_HEADINGS, attempts.map(attemptCells));
        print(options, plainValues({ delivery: deliveryValues(delivery), attempts }), [
          'Delivery',
          ...indented(deliveryRows(delivery)),
          ...(attempts.length === 0 ? ['No try was written down yet.'] : ['Tries', ...tries]),
        ]);
      });
    }),
  );
}
