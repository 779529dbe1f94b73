import type { Command } from 'commander';
import { withdrawRequest } from '../../usecases/four-eyes/end.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { end } from './end.ts';

export function addWithdraw(request: Command): void {
  defineChange(request, {
    name: 'withdraw <id>',
    description: 'take a request back, as the one who asked or as anyone who sees that it is wrong',
    examples: ['vezne request withdraw 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708'],
  }).action(
    action(async (id: string, options: ChangeOptions) => {
      await end(id, options, withdrawRequest);
    }),
  );
}
