import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { addBankAccount } from '../../usecases/bank-accounts/add.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { indented } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { print } from '../output.ts';
import { accountName, accountRows } from './account-rows.ts';

interface Options extends ChangeOptions {
  bankName: string;
  holder: string;
  iban: string;
  dailyCap?: Cents;
}

export function addAdd(bankAccount: Command): void {
  defineChange(bankAccount, {
    name: 'add',
    description: 'add an account, disabled: look at what was typed, then enable it',
    examples: [
      'vezne bank-account add --bank-name "Ziraat" --holder "Vezne A.Ş." --iban "TR33 0006 1005 1978 6457 8413 26" --daily-cap 100000.00',
    ],
  })
    .requiredOption('--bank-name <name>', 'the bank, as players know it')
    .requiredOption('--holder <name>', 'the holder, as the bank spells it')
    .requiredOption('--iban <iban>', 'a Turkish IBAN, with or without spaces')
    .option(
      '--daily-cap <amount>',
      'how much the account may be given to receive in a day (default: no cap)',
      amountAboveZero,
    )
    .action(
      action(async (options: Options) => {
        const { bankName, holder, iban, dailyCap = null } = options;
        await asActor(options, async (context) => {
          const account = await addBankAccount(context, {
            bankName,
            holderName: holder,
            iban,
            dailyCapCents: dailyCap,
          });
          print(options, plainValues({ account }), [
            `${accountName(account)} was added.`,
            ...indented(accountRows(account)),
            `No player sees it yet. When all of it is right: vezne bank-account enable ${account.id}`,
          ]);
        });
      }),
    );
}
