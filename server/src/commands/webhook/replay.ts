import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { replayWebhooks } from '../../usecases/webhooks/replay.ts';
import type { ReplayRequest, ReplayedEndpoint } from '../../usecases/webhooks/replay.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { count } from '../layout.ts';
import { timeValue } from '../option-values.ts';
import { print } from '../output.ts';
import { SAMPLE_ENDPOINT, SAMPLE_EVENT, eventIdOf } from './webhook-options.ts';

interface Options extends ChangeOptions {
  event?: string;
  since?: Date;
  parked?: boolean;
}

export function addReplay(webhook: Command): void {
  defineChange(webhook, {
    name: 'replay [endpoint]',
    description: 'send events once more, under their old ids and with a new schedule of retries',
    notes: [
      'Without an endpoint, one event goes to all endpoints of its partner. A receiver that has an event already knows it\n' +
        'by its id. Events that an endpoint has not been told of yet come by themselves.',
    ],
    examples: [
      `vezne webhook replay --event ${SAMPLE_EVENT}`,
      `vezne webhook replay ${SAMPLE_ENDPOINT} --event ${SAMPLE_EVENT}`,
      `vezne webhook replay ${SAMPLE_ENDPOINT} --since 2026-11-15T10:00:00Z`,
      `vezne webhook replay ${SAMPLE_ENDPOINT} --parked`,
    ],
  })
    .option('--event <id>', 'this event, evt_…')
    .option('--since <time>', 'all that happened since then', timeValue)
    .option('--parked', 'all that were tried to the end of the schedule')
    .action(
      action(async (endpoint: string | undefined, options: Options, command: Command) => {
        const selections = selectionsOf(options);
        const [selection] = selections;
        if (selection === undefined || selections.length > 1) {
          command.error('error: give one of --event, --since and --parked');
        }
        if (endpoint === undefined && !('eventId' in selection)) {
          command.error('error: name the endpoint; only one event goes to all endpoints of its partner');
        }
        await asActor(options, async (context) => {
          const replayed = await replayWebhooks(context, { endpoint, selection });
          const deliveries = replayed.reduce((sum, one) => sum + one.deliveries, 0);
          const lines = replayed.length === 0 ? ['There was nothing to send again.'] : replayed.map(lineOf);
          print(options, plainValues({ deliveries, endpoints: replayed }), lines);
        });
      }),
    );
}

function selectionsOf({ event, since, parked = false }: Options): ReplayRequest['selection'][] {
  return [
    ...(event === undefined ? [] : [{ eventId: eventIdOf(event) }]),
    ...(since === undefined ? [] : [{ since }]),
    ...(parked ? [{ parked } as const] : []),
  ];
}

function lineOf({ endpoint: { id, url, status }, deliveries }: ReplayedEndpoint): string {
  const line = `${count(deliveries, 'event')} will be sent to ${url} again.`;
  if (status === 'active') return line;
  const verb = status === 'paused' ? 'resume' : 'enable';
  return `${line} It is ${status}, so they go out after: vezne webhook ${verb} ${id}`;
}
