import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { setWebhookEndpoint } from '../../usecases/webhooks/change.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { changeLines } from '../change-text.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import { EVENTS_NOTE, SAMPLE_ENDPOINT, eventNames, mayBePrivate } from './webhook-options.ts';

interface Options extends ChangeOptions {
  url?: string;
  events?: string[];
}

export function addSet(webhook: Command): void {
  defineAct(webhook, {
    name: 'set <endpoint>',
    description: "change an endpoint's address or the events that it hears of from now on",
    notes: [
      EVENTS_NOTE,
      'What waits goes to the new address, signed with the same secrets; rotate them if the receiver is another.',
    ],
    examples: [
      `vezne webhook set ${SAMPLE_ENDPOINT} --url https://acme.example/hooks/v2`,
      `vezne webhook set ${SAMPLE_ENDPOINT} --events all`,
    ],
  })
    .option('--url <address>', 'where to')
    .option('--events <names>', 'which events, with commas, or all', eventNames)
    .action(
      action(async (endpoint: string, options: Options, command: Command) => {
        const { url, events } = options;
        if (url === undefined && events === undefined) {
          command.error('error: nothing to change; give --url or --events');
        }
        const allowPrivate = mayBePrivate();
        await asActor(options, async (context) => {
          const performed = await setWebhookEndpoint(context, { endpoint, url, events, allowPrivate });
          printPerformed(options, performed, ({ endpoint: { id }, endpoint: changed, change }) => ({
            values: plainValues({ endpoint: changed, changed: change !== undefined, ...change }),
            lines: changeLines(
              change,
              `The endpoint ${id} was changed.`,
              `The endpoint ${id} is like that already.`,
            ),
          }));
        });
      }),
    );
}
