import type { Command } from 'commander';
import { enableStaff } from '../../usecases/staff/enable.ts';
import { action } from '../action.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import { asActor } from '../with-database.ts';
import { changedStaff } from './staff-text.ts';

export function addEnable(staff: Command): void {
  defineAct(staff, {
    name: 'enable <handle>',
    description: 'ask to let a disabled person in again, with the roles and factors that they had',
    examples: ['vezne staff enable ayse --as mehmet'],
  }).action(
    action(async (handle: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        printPerformed(options, await enableStaff(context, handle), changedStaff);
      });
    }),
  );
}
