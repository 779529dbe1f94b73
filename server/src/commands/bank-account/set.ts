import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { setBankAccount } from '../../usecases/bank-accounts/change.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { changeLines } from '../change-text.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amountAboveZero } from '../option-values.ts';
import { print } from '../output.ts';
import { accountName } from './account-rows.ts';

interface Options extends ChangeOptions {
  /** false: --no-daily-cap. */
  dailyCap?: Cents | false;
}

export function addSet(bankAccount: Command): void {
  defineChange(bankAccount, {
    name: 'set <account>',
    description: "change an account's daily cap",
    notes: [
      'A day is one in Istanbul. The cap is soft: deposits created in the same second can pass it together.',
    ],
    examples: [
      'vezne bank-account set "TR33 0006 1005 1978 6457 8413 26" --daily-cap 250000.00',
      'vezne bank-account set "TR33 0006 1005 1978 6457 8413 26" --no-daily-cap',
    ],
  })
    .option('--daily-cap <amount>', 'how much it may be given to receive in a day', amountAboveZero)
    .option('--no-daily-cap', 'no cap')
    .action(
      action(async (idOrIban: string, options: Options, command: Command) => {
        const { dailyCap } = options;
        if (dailyCap === undefined)
          command.error('error: nothing to change; give --daily-cap or --no-daily-cap');
        await asActor(options, async (context) => {
          const dailyCapCents = dailyCap === false ? null : dailyCap;
          const { account, change } = await setBankAccount(context, { account: idOrIban, dailyCapCents });
          const name = accountName(account);
          const lines = changeLines(change, `${name} was changed.`, `${name} is like that already.`);
          print(options, plainValues({ account, changed: change !== undefined, ...change }), lines);
        });
      }),
    );
}
