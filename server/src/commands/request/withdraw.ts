import type { Command } from 'commander';
import { withdrawRequest } from '../../usecases/four-eyes/end.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { end } from './end.ts';

export function addWithdraw(request: Command): void {
  defineChange(request, {
    name: 'withdraw <id>',
    description: 'take your own request back; somebody else declines it and says why',
    examples: ['vezne request withdraw 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708'],
  }).action(
    action(async (idText: string, options: ChangeOptions) => {
      await end(idText, options, async ({ pool, actor }, id) => await withdrawRequest(pool, { id, actor }));
    }),
  );
}
