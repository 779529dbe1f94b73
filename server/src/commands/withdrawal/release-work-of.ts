import type { Command } from 'commander';
import { checkedText } from '../../usecases/checked-text.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { releaseWorkOf } from '../../usecases/withdrawals/release-work.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { print } from '../output.ts';
import { releasedWorkLines, releasedWorkValues } from './released-work.ts';

/** As long as the names in the history. */
const NAME_MAX_LENGTH = 128;

export function addReleaseWorkOf(withdrawal: Command): void {
  defineChange(withdrawal, {
    name: 'release-work-of <name>',
    description:
      'somebody leaves: put what they have taken back into the queue, and list what they may be sending',
    notes: [
      'What is authorised stays as it is, because its money may be on its way. Look at the bank, then hand it over or release it.\n' +
        'Every spelling of the name is the same person.',
    ],
    examples: ['vezne withdrawal release-work-of ayse'],
  }).action(
    action(async (text: string, options: ChangeOptions) => {
      const name = checkedText('actor_name', text, { maxLength: NAME_MAX_LENGTH });
      await asActor(options, async (context) => {
        const work = await releaseWorkOf(context, name);
        print(options, plainValues(releasedWorkValues(work)), releasedWorkLines(work));
      });
    }),
  );
}
