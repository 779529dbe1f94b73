import type { Command } from 'commander';
import type { WebhookTestOutcome } from '../../db/read/webhooks/tests.ts';
import { toEventId } from '../../ids.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { askForWebhookTest, awaitWebhookTest } from '../../usecases/webhooks/test.ts';
import type { AskedWebhookTest } from '../../usecases/webhooks/test.ts';
import { findingOf } from '../../usecases/webhooks/test-finding.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { indented } from '../layout.ts';
import { fail, print, progress } from '../output.ts';
import { asActor } from '../with-database.ts';
import { outcomeText } from './delivery-rows.ts';
import { FINDING_TEXTS } from './test-texts.ts';
import { SAMPLE_ENDPOINT } from './webhook-options.ts';

export function addTest(webhook: Command): void {
  defineChange(webhook, {
    name: 'test <endpoint>',
    description: 'send an endpoint a test event now, and say how it answered and what to mend',
    notes: [
      'A worker sends it, signed like every webhook and of the kind webhook.test: about no transaction, in no\n' +
        'feed, and never sent again. An endpoint is tested five times in a minute at most. Only an answer from 200\n' +
        'to 299 ends with exit code 0.',
    ],
    examples: [
      `vezne webhook test ${SAMPLE_ENDPOINT}`,
      'vezne webhook test https://acme.example/hooks/vezne',
    ],
  }).action(
    action(async (idOrUrl: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        const asked = await askForWebhookTest(context, idOrUrl);
        progress(`a worker sends ${toEventId(asked.id)} to ${asked.endpoint.url}; waiting for the answer`);
        const end = await awaitWebhookTest(context.db, asked.id);
        if (end.state === 'not_taken') {
          throw new CommandError(
            'A worker runs, but none has sent the test within ten seconds, and it was taken back. ' +
              'Is the worker of an older version, or very busy? See with: vezne status',
          );
        }
        if (end.state === 'unknown') {
          throw new CommandError(
            'A worker took the test and never said what became of it. It may have died; see with: vezne status',
          );
        }
        tell(options, asked, end.outcome);
      });
    }),
  );
}

function tell(options: ChangeOptions, { id, endpoint }: AskedWebhookTest, outcome: WebhookTestOutcome): void {
  const finding = findingOf(outcome);
  const isTaken = finding === 'taken';
  const { status, durationMs, answerStart } = outcome;
  const remedy = FINDING_TEXTS[finding](endpoint.id);
  const answered = `${outcomeText(outcome)} after ${durationMs} ms`;
  print(options, plainValues({ endpoint, eventId: toEventId(id), isTaken, finding, remedy, ...outcome }), [
    `The endpoint ${endpoint.url} ${isTaken ? 'took' : 'did not take'} the test event: ${answered}.`,
    ...indented([
      ['event', toEventId(id)],
      ...(status === null ? [] : [['answer', answerStart === '' ? 'without a body' : answerStart]]),
    ]),
    ...(isTaken ? [remedy] : []),
  ]);
  if (!isTaken) fail(remedy);
}
