import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { setBankAccount } from '../../usecases/bank-accounts/change.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { changeLines } from '../change-text.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amount, amountAboveZero } from '../option-values.ts';
import { printPerformed } from '../performed.ts';
import { accountName } from './account-rows.ts';

interface Options extends ChangeOptions {
  /** false: --no-daily-cap. */
  dailyCap?: Cents | false;
  tolerance?: Cents;
}

export function addSet(bankAccount: Command): void {
  defineAct(bankAccount, {
    name: 'set <account>',
    description: "change an account's daily cap, or how much may be missing in its books when money leaves",
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
    .option('--tolerance <amount>', 'how much may be missing in its books when money leaves', amount)
    .action(
      action(async (idOrIban: string, options: Options, command: Command) => {
        const { dailyCap, tolerance } = options;
        if (dailyCap === undefined && tolerance === undefined)
          command.error('error: nothing to change; give --daily-cap, --no-daily-cap or --tolerance');
        await asActor(options, async (context) => {
          const performed = await setBankAccount(context, {
            account: idOrIban,
            ...(dailyCap === undefined ? {} : { dailyCapCents: dailyCap === false ? null : dailyCap }),
            ...(tolerance === undefined ? {} : { toleranceCents: tolerance }),
          });
          printPerformed(options, performed, ({ account, change }) => {
            const name = accountName(account);
            return {
              values: plainValues({ account, changed: change !== undefined, ...change }),
              lines: changeLines(change, `${name} was changed.`, `${name} is like that already.`),
            };
          });
        });
      }),
    );
}
