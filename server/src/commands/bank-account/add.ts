import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import { addBankAccount } from '../../usecases/bank-accounts/add.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { indented } from '../layout.ts';
import { amountAboveZero } from '../option-values.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { accountName, accountRows } from './account-rows.ts';

interface Options extends ChangeOptions {
  bankName: string;
  holder: string;
  iban: string;
  dailyCap?: Cents;
}

export function addAdd(bankAccount: Command): void {
  defineAct(bankAccount, {
    name: 'add',
    description: 'ask for a new account; when a second person confirms it, it is there, disabled',
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
          const addition = { bankName, holderName: holder, iban, dailyCapCents: dailyCap };
          printPerformed(options, await addBankAccount(context, addition), addedAccount);
        });
      }),
    );
}

export function addedAccount(account: BankAccountRecord): Told {
  return {
    values: plainValues({ account }),
    lines: [
      `${accountName(account)} was added.`,
      ...indented(accountRows(account)),
      `No player sees it yet. When all of it is right: vezne bank-account enable ${account.id}`,
    ],
  };
}
