import type { Command } from 'commander';
import { formatIban } from '@vezne/domain/iban';
import { listBankAccounts } from '../../db/read/bank-accounts/bank-accounts.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { pausedText, table } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { capText } from './account-rows.ts';

export function addList(bankAccount: Command): void {
  defineCommand(bankAccount, {
    name: 'list',
    description: 'all accounts, by bank',
    examples: ['vezne bank-account list'],
  }).action(
    action(async (options: Output) => {
      await withDatabase(async (db) => {
        const accounts = await listBankAccounts(db);
        const rows = accounts.map((account) => [
          formatIban(account.iban),
          account.bankName,
          account.holderName,
          account.status,
          pausedText(account.depositsPaused),
          pausedText(account.payoutsPaused),
          capText(account),
          String(account.openDeposits),
        ]);
        const headings = [
          'iban',
          'bank',
          'holder',
          'status',
          'deposits',
          'payouts',
          'daily cap',
          'open deposits',
        ];
        const none = ['No bank accounts yet. Add one with: vezne bank-account add'];
        print(options, plainValues({ accounts }), accounts.length === 0 ? none : table(headings, rows));
      });
    }),
  );
}
