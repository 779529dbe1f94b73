import { Option } from 'commander';
import type { Command } from 'commander';
import { listDeliveries } from '../../db/read/webhooks/deliveries.ts';
import type { WebhookDeliveryState } from '../../db/schema/webhooks.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { getWebhookEndpoint } from '../../usecases/webhooks/get.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { transactionIdOf } from '../transaction-options.ts';
import { defineCommand } from '../define-command.ts';
import { table } from '../layout.ts';
import { wholeNumberBetween } from '../option-values.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { DELIVERY_HEADINGS, deliveryCells, deliveryValues } from './delivery-rows.ts';
import { SAMPLE_ENDPOINT, SAMPLE_EVENT, eventIdOf } from './webhook-options.ts';

interface Options extends Output {
  event?: string;
  transaction?: string;
  state?: WebhookDeliveryState;
  limit: number;
}

/** A few screens. To see more, narrow by state. */
const MAX_ROWS = 10_000;

export function addDeliveriesList(deliveries: Command): void {
  defineCommand(deliveries, {
    name: 'list [endpoint]',
    description: 'deliveries to an endpoint, of an event or about a transaction, the newest first',
    isDefault: true,
    notes: ['The word list may be left out.'],
    examples: [
      `vezne webhook deliveries list ${SAMPLE_ENDPOINT} --state parked`,
      `vezne webhook deliveries list --event ${SAMPLE_EVENT}`,
      'vezne webhook deliveries list --transaction txn_01a1dd767afd796686b19bbb71a47833',
    ],
  })
    .option('--event <id>', 'of this event, evt_…')
    .option('--transaction <id>', 'about this transaction, txn_…')
    .addOption(
      new Option('--state <state>', 'in this state only').choices(['pending', 'delivered', 'parked']),
    )
    .option('--limit <number>', 'how many at most', wholeNumberBetween(1, MAX_ROWS), 50)
    .action(
      action(async (idOrUrl: string | undefined, options: Options, command: Command) => {
        const { event, transaction, state, limit } = options;
        if (idOrUrl === undefined && event === undefined && transaction === undefined) {
          command.error('error: name an endpoint, or give --event or --transaction');
        }
        const eventId = event === undefined ? undefined : eventIdOf(event);
        const transactionId = transaction === undefined ? undefined : transactionIdOf(transaction);
        await withDatabase(async (db) => {
          const endpointId = idOrUrl === undefined ? undefined : (await getWebhookEndpoint(db, idOrUrl)).id;
          const filter = { endpointId, eventId, transactionId, state };
          const found = await listDeliveries(db, filter, limit);
          const lines = table(DELIVERY_HEADINGS, found.map(deliveryCells));
          print(
            options,
            plainValues({ deliveries: found.map(deliveryValues) }),
            found.length === 0 ? ['No deliveries.'] : lines,
          );
        });
      }),
    );
}
