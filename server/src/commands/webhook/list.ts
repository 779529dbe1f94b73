import type { Command } from 'commander';
import { readEndpointBacklog } from '../../db/read/webhooks/endpoint-backlog.ts';
import { listWebhookEndpoints } from '../../db/read/webhooks/endpoints.ts';
import { getPartner } from '../../usecases/partners/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { table } from '../layout.ts';
import { readNames } from '../names.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { pendingText } from './endpoint-rows.ts';

export function addList(webhook: Command): void {
  defineCommand(webhook, {
    name: 'list [partner]',
    description: "a partner's endpoints, or those of all partners, the oldest first",
    examples: ['vezne webhook list', 'vezne webhook list Acme'],
  }).action(
    action(async (nameOrId: string | undefined, options: Output) => {
      await withDatabase(async (db) => {
        const partner = nameOrId === undefined ? undefined : await getPartner(db, nameOrId);
        const names = await readNames(db);
        const endpoints = [];
        for (const endpoint of await listWebhookEndpoints(db, partner?.id)) {
          const { pending, hasMorePending, parked } = await readEndpointBacklog(db, endpoint.id);
          endpoints.push({
            ...endpoint,
            partner: names.get(endpoint.partnerId) ?? endpoint.partnerId,
            pending,
            hasMorePending,
            parked,
          });
        }
        const lines = table(
          ['id', 'partner', 'status', 'pending', 'parked', 'address', 'events'],
          endpoints.map((one) => [
            one.id,
            one.partner,
            one.status,
            pendingText(one),
            String(one.parked),
            one.url,
            one.eventTypes.join(' '),
          ]),
        );
        const none = ['No webhook endpoints yet. Add one with: vezne webhook add'];
        print(options, plainValues({ endpoints }), endpoints.length === 0 ? none : lines);
      });
    }),
  );
}
