import type { Command } from 'commander';
import { readEndpointBacklog } from '../../db/read/webhooks/endpoint-backlog.ts';
import { findLastFailure } from '../../db/read/webhooks/attempts.ts';
import { listWebhookSecrets } from '../../db/read/webhooks/endpoints.ts';
import { toEventId } from '../../ids.ts';
import { getPartner } from '../../usecases/partners/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { getWebhookEndpoint } from '../../usecases/webhooks/get.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { indented } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { backlogRows, endpointRows, secretRow } from './endpoint-rows.ts';
import { SAMPLE_ENDPOINT } from './webhook-options.ts';

export function addShow(webhook: Command): void {
  defineCommand(webhook, {
    name: 'show <endpoint>',
    description: 'all about one endpoint, by id or address: what waits, what failed, how old its secrets are',
    examples: [
      `vezne webhook show ${SAMPLE_ENDPOINT}`,
      'vezne webhook show https://acme.example/hooks/vezne',
    ],
  }).action(
    action(async (idOrUrl: string, options: Output) => {
      await withDatabase(async (db) => {
        const endpoint = await getWebhookEndpoint(db, idOrUrl);
        const partner = await getPartner(db, endpoint.partnerId);
        const secrets = await listWebhookSecrets(db, endpoint.id);
        const backlog = await readEndpointBacklog(db, endpoint.id);
        const failure = await findLastFailure(db, endpoint.id);
        const lastFailure = failure ? { ...failure, eventId: toEventId(failure.eventId) } : null;
        print(
          options,
          plainValues({
            endpoint: { ...endpoint, partner: partner.name },
            secrets,
            ...backlog,
            lastFailure,
          }),
          [
            `Webhook endpoint of ${partner.name}`,
            ...indented([...endpointRows(endpoint, partner.name), ...backlogRows(backlog, failure)]),
            'Secrets, the newest first',
            ...indented(secrets.map(secretRow)),
          ],
        );
      });
    }),
  );
}
