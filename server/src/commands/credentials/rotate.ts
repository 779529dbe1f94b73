import { USUAL_OVERLAP_HOURS } from '@vezne/domain/key-overlap';
import type { Command } from 'commander';
import { rotateCredentials } from '../../usecases/credentials/rotate.ts';
import type { RotatedCredentials } from '../../usecases/credentials/rotate.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asIssuer } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { timeText } from '../layout.ts';
import { wholeNumber } from '../option-values.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { tripleLines } from './triple-lines.ts';

export function addRotate(credentials: Command): void {
  defineAct(credentials, {
    name: 'rotate <partner>',
    description: 'a new triple; all older ones of the partner end after an overlap in which both work',
    notes: ['One that would have ended sooner still does. To end one at once, revoke it.'],
    examples: ['vezne credentials rotate Acme', 'vezne credentials rotate Acme --overlap-hours 24'],
  })
    .option('--overlap-hours <hours>', 'how long the older ones still work', wholeNumber, USUAL_OVERLAP_HOURS)
    .action(
      action(async (nameOrId: string, options: ChangeOptions & { overlapHours: number }) => {
        const { overlapHours } = options;
        await asIssuer(options, async (context) => {
          const performed = await rotateCredentials(context, { partner: nameOrId, overlapHours });
          printPerformed(options, performed, rotatedCredentials);
        });
      }),
    );
}

export function rotatedCredentials(rotated: RotatedCredentials): Told {
  return {
    values: plainValues(rotated),
    lines: [
      `Partner ${rotated.partner.name} has new credentials.`,
      ...tripleLines(rotated.credentials),
      ...rotated.expiring.map(
        ({ apiKey, expiresAt }) => `The older key ${apiKey} works until ${timeText(expiresAt)}.`,
      ),
    ],
  };
}
