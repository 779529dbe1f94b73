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
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { print } from '../output.ts';
import { SAMPLE_ENDPOINT } from './webhook-options.ts';

interface Verb {
  verb: string;
  description: string;
  run: typeof pauseWebhookEndpoint;
}

const VERBS: readonly Verb[] = [
  {
    verb: 'pause',
    description: 'send an endpoint nothing until it is resumed; events are kept ready for it',
    run: pauseWebhookEndpoint,
  },
  {
    verb: 'resume',
    description: 'end a pause; what was missed goes out now',
    run: resumeWebhookEndpoint,
  },
  {
    verb: 'disable',
    description: 'send an endpoint nothing and prepare nothing for it, for one that is given up',
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
    defineChange(webhook, {
      name: `${verb} <endpoint>`,
      description,
      examples: [`vezne webhook ${verb} ${SAMPLE_ENDPOINT}`],
    }).action(
      action(async (idOrUrl: string, options: ChangeOptions) => {
        await asActor(options, async (context) => {
          const { endpoint, change } = await run(context, idOrUrl);
          const { status, url } = endpoint;
          const now = change === undefined ? `${status} already` : `now ${status}`;
          print(options, plainValues({ endpoint, changed: change !== undefined, ...change }), [
            `The endpoint ${url} is ${now}.`,
          ]);
        });
      }),
    );
  }
}
