import type { Command } from 'commander';
import { findFreeze } from '../../db/read/bank-accounts/bank-account-freezes.ts';
import { getBankAccount } from '../../usecases/bank-accounts/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { indented } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { accountName, accountRows } from './account-rows.ts';
import { freezeRows } from './freeze-rows.ts';

export function addShow(bankAccount: Command): void {
  defineCommand(bankAccount, {
    name: 'show <account>',
    description: 'all about one account, by id or IBAN',
    examples: ['vezne bank-account show "TR33 0006 1005 1978 6457 8413 26"'],
  }).action(
    action(async (idOrIban: string, options: Output) => {
      await withDatabase(async (db) => {
        const account = await getBankAccount(db, idOrIban);
        const freeze = account.status === 'frozen' ? await findFreeze(db, account.id) : undefined;
        print(options, plainValues({ account, freeze: freeze ?? null }), [
          accountName(account),
          ...indented([...accountRows(account), ...(freeze ? freezeRows(freeze) : [])]),
        ]);
      });
    }),
  );
}
