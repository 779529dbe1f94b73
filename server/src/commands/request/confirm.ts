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
        'each of its marks that they read it. Whoever confirms a return to the sender has looked up at the bank where the money came from.',
    ],
    examples: [
      'vezne request confirm 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --as mehmet',
      'vezne request confirm 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708 --iban "TR33 0006 1005 1978 6457 8413 26" --as mehmet',
    ],
  })
    .addOption(readOption())
    .option('--iban <iban>', 'of a return to the sender: where the money came from, as the bank shows it')
    .action(
      action(async (idText: string, options: ChangeOptions & { read?: PayoutMark[]; iban?: string }) => {
        await end(
          idText,
          options,
          async (context, id) =>
            await confirmRequest({ ...context, marksRead: options.read, senderIban: options.iban }, id),
        );
      }),
    );
}
