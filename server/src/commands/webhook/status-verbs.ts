import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
} from '../../usecases/webhooks/change.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import { SAMPLE_ENDPOINT, mayBePrivate } from './webhook-options.ts';

interface Verb {
  verb: string;
  description: string;
  run: typeof enableWebhookEndpoint;
}

const VERBS: readonly Verb[] = [
  {
    verb: 'pause',
    description: 'send an endpoint nothing until it is resumed; events wait for it',
    run: pauseWebhookEndpoint,
  },
  {
    verb: 'resume',
    description: 'end a pause; what was missed goes out now',
    run: resumeWebhookEndpoint,
  },
  {
    verb: 'disable',
    description: 'send an endpoint nothing, for one that is given up',
    run: disableWebhookEndpoint,
  },
  {
    verb: 'enable',
    description: 'use a disabled endpoint again; all that it missed goes out, the oldest first',
    run: enableWebhookEndpoint,
  },
];

export function addStatusVerbs(webhook: Command): void {
  for (const { verb, description, run } of VERBS) {
    defineAct(webhook, {
      name: `${verb} <endpoint>`,
      description,
      examples: [`vezne webhook ${verb} ${SAMPLE_ENDPOINT}`],
    }).action(
      action(async (idOrUrl: string, options: ChangeOptions) => {
        await asActor(options, async (context) => {
          const performed = await run(context, idOrUrl, { allowPrivate: mayBePrivate() });
          printPerformed(options, performed, ({ endpoint, change }) => {
            const { status, url } = endpoint;
            const now = change === undefined ? `${status} already` : `now ${status}`;
            return {
              values: plainValues({ endpoint, changed: change !== undefined, ...change }),
              lines: [`The endpoint ${url} is ${now}.`],
            };
          });
        });
      }),
    );
  }
}
