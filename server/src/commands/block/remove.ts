import type { Command } from 'commander';
import { unblock } from '../../usecases/blocks/unblock.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import { asActor } from '../with-database.ts';
import { partyText } from './block-rows.ts';

export function addRemove(block: Command): void {
  defineAct(block, {
    name: 'remove <id>',
    description: 'ask to end a block, by the id that vezne block list shows',
    examples: ['vezne block remove 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708'],
  }).action(
    action(async (id: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        printPerformed(options, await unblock(context, id), (ended) => ({
          values: plainValues({ block: ended }),
          lines: [`${partyText(ended)} is not blocked any more.`],
        }));
      });
    }),
  );
}
