import { USUAL_OVERLAP_HOURS } from '@vezne/domain/key-overlap';
import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { rotateWebhookSecret } from '../../usecases/webhooks/rotate-secret.ts';
import type { RotatedWebhookSecret } from '../../usecases/webhooks/rotate-secret.ts';
import { action } from '../action.ts';
import { asIssuer } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { indented, timeText } from '../layout.ts';
import { wholeNumber } from '../option-values.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { SECRET_WARNING } from './endpoint-rows.ts';
import { SAMPLE_ENDPOINT, mayBePrivate } from './webhook-options.ts';

export function addRotate(webhook: Command): void {
  defineAct(webhook, {
    name: 'rotate <endpoint>',
    description: 'a new secret; deliveries are signed with the one before it too, until an overlap ends',
    notes: ['Two secrets are live at most: one that is older than both ends at once.'],
    examples: [
      `vezne webhook rotate ${SAMPLE_ENDPOINT}`,
      `vezne webhook rotate ${SAMPLE_ENDPOINT} --overlap-hours 0`,
    ],
  })
    .option(
      '--overlap-hours <hours>',
      'how long the one before it still signs',
      wholeNumber,
      USUAL_OVERLAP_HOURS,
    )
    .action(
      action(async (endpoint: string, options: ChangeOptions & { overlapHours: number }) => {
        const { overlapHours } = options;
        await asIssuer(options, async (context) => {
          const allowPrivate = mayBePrivate();
          const performed = await rotateWebhookSecret(context, { endpoint, overlapHours, allowPrivate });
          printPerformed(options, performed, rotatedSecret);
        });
      }),
    );
}

export function rotatedSecret(rotated: RotatedWebhookSecret): Told {
  const { endpoint, secret, olderUntil, ended } = rotated;
  return {
    values: plainValues(rotated),
    lines: [
      `The endpoint ${endpoint.url} has a new secret.`,
      ...indented([['secret', secret]]),
      SECRET_WARNING,
      olderUntil === null
        ? 'Deliveries are signed with no other secret.'
        : `Deliveries are signed with the one before it too, until ${timeText(olderUntil)}.`,
      ...(ended === 0 ? [] : ['The one before that ended now: two are live at most.']),
    ],
  };
}
