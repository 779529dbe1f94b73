import type { Command } from 'commander';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { confirmRequest } from '../../usecases/confirmation/confirm.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { readOption } from '../withdrawal/read-option.ts';
import { end } from './end.ts';

export function addConfirm(request: Command): void {
  defineChange(request, {
    name: 'confirm <id>',
    description: 'agree as the second person: what was asked for is done at once',
    notes: [
      'Look at it first with vezne request show. Whoever asked cannot confirm. Whoever confirms a payout authorises it, and says of\n' +
        'each of its marks that they read it.',
    ],
    examples: ['vezne request confirm 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --as mehmet'],
  })
    .addOption(readOption())
    .action(
      action(async (idText: string, options: ChangeOptions & { read?: PayoutMark[] }) => {
        await end(
          idText,
          options,
          async (context, id) => await confirmRequest({ ...context, marksRead: options.read }, id),
        );
      }),
    );
}
