import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { addWebhookEndpoint } from '../../usecases/webhooks/add.ts';
import type { AddedWebhookEndpoint } from '../../usecases/webhooks/add.ts';
import { action } from '../action.ts';
import { asIssuer } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { indented } from '../layout.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { SECRET_WARNING, endpointRows } from './endpoint-rows.ts';
import { EVENTS_NOTE, eventNames, mayBePrivate } from './webhook-options.ts';

interface Options extends ChangeOptions {
  url: string;
  events?: string[];
  sinceBeginning?: boolean;
}

export function addAdd(webhook: Command): void {
  defineAct(webhook, {
    name: 'add <partner>',
    description: "an address that a partner's events go to from now on, with a secret that signs them",
    notes: [EVENTS_NOTE, 'The address must be https and in the internet, except in development.'],
    examples: [
      'vezne webhook add Acme --url https://acme.example/hooks/vezne',
      'vezne webhook add Acme --url https://acme.example/hooks/vezne --events deposit.approved,deposit.corrected',
      'vezne webhook add Acme --url https://acme.example/hooks/vezne --events all --since-beginning',
    ],
  })
    .requiredOption('--url <address>', 'where to')
    .option(
      '--events <names>',
      'which events, with commas, or all (default: all but deposit.corrected)',
      eventNames,
    )
    .option('--since-beginning', 'tell it of all that has happened too, the oldest first')
    .action(
      action(async (partner: string, options: Options) => {
        const { url, events, sinceBeginning } = options;
        const allowPrivate = mayBePrivate();
        await asIssuer(options, async (context) => {
          const addition = { partner, url, events, sinceBeginning, allowPrivate };
          printPerformed(options, await addWebhookEndpoint(context, addition), addedEndpoint);
        });
      }),
    );
}

export function addedEndpoint(added: AddedWebhookEndpoint): Told {
  return {
    values: plainValues(added),
    lines: [
      `Partner ${added.partner.name} has a new webhook endpoint.`,
      ...indented([...endpointRows(added.endpoint, added.partner.name), ['secret', added.secret]]),
      SECRET_WARNING,
    ],
  };
}
