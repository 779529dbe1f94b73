import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { disableStaff } from '../../usecases/staff/disable.ts';
import type { DisabledStaff } from '../../usecases/staff/disable.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { releasedWorkLines, releasedWorkValues } from '../withdrawal/released-work.ts';
import { asActor } from '../with-database.ts';
import { personText, sessionLines } from './staff-text.ts';

export function addDisable(staff: Command): void {
  defineChange(staff, {
    name: 'disable <handle>',
    description:
      'somebody leaves, or must not go on: sign them out, and put what they have taken back into the queue',
    notes: [
      'It is done at once, by one person. What is authorised stays as it is, because its money may be on its way: look at the bank, then\n' +
        'hand it over or release it. Nobody can confirm any more what the person has asked for.',
    ],
    examples: ['vezne staff disable ayse --as mehmet'],
  }).action(
    action(async (handle: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        printPerformed(options, await disableStaff(context, handle), disabledStaff);
      });
    }),
  );
}

function disabledStaff({ person, change, sessionsEnded, isHeldUp, ...work }: DisabledStaff): Told {
  const values = { changed: change !== undefined, sessionsEnded, isHeldUp, ...releasedWorkValues(work) };
  const heldUp = `Their payouts are held by somebody at this moment. Once more: vezne withdrawal release-work-of ${person.handle}`;
  const lines = isHeldUp ? [heldUp] : releasedWorkLines(work);
  return {
    values: plainValues({ person, ...values }),
    lines:
      change === undefined
        ? [`${personText(person)} is disabled already.`]
        : [`${personText(person)} is now disabled.`, ...sessionLines(sessionsEnded), ...lines],
  };
}
