import type { Command } from 'commander';
import { confirmRequest } from '../../usecases/four-eyes/confirm.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { end } from './end.ts';

export function addConfirm(request: Command): void {
  defineChange(request, {
    name: 'confirm <id>',
    description: 'agree as the second person: what was asked for is done at once',
    notes: ['Look at it first with vezne request show. Whoever asked cannot confirm.'],
    examples: ['vezne request confirm 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --as mehmet'],
  }).action(
    action(async (id: string, options: ChangeOptions) => {
      await end(id, options, confirmRequest);
    }),
  );
}
