import type { Command } from 'commander';
import { declineRequest } from '../../usecases/four-eyes/end.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { end } from './end.ts';

export function addDecline(request: Command): void {
  defineChange(request, {
    name: 'decline <id>',
    description: 'say no to a request, and why; what it is about goes back to where it waited',
    examples: [
      'vezne request decline 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --reason "the bank shows another name" --as mehmet',
    ],
  })
    .requiredOption('--reason <text>', 'why, for the one who asked')
    .action(
      action(async (idText: string, options: ChangeOptions & { reason: string }) => {
        const { reason } = options;
        await end(
          idText,
          options,
          async ({ pool, actor }, id) => await declineRequest(pool, { id, actor, reason }),
        );
      }),
    );
}
