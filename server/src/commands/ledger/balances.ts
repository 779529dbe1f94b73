import type { Command } from 'commander';
import { listLedgerBalances } from '../../db/read/ledger/books.ts';
import { getPartner } from '../../usecases/partners/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withBooks } from '../with-database.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { defineCommand } from '../define-command.ts';
import { amountText, table } from '../layout.ts';
import { labelText } from '../names.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';

export function addBalances(ledger: Command): void {
  defineCommand(ledger, {
    name: 'balances',
    description: 'what is in every account of the books that was ever used, or in those of one partner',
    examples: ['vezne ledger balances', 'vezne ledger balances --partner Acme'],
  })
    .option('--partner <partner>', "only a partner's accounts, by name or id")
    .action(
      action(async (options: Output & { partner?: string }) => {
        await withBooks(async ({ db, pool }) => {
          const { partner } = options;
          const partnerId = partner === undefined ? undefined : (await getPartner(db, partner)).id;
          const balances = await listLedgerBalances(pool, { partnerId }, STATEMENT_OPTIONS);
          const rows = balances.map(({ account, balanceCents, entries }) => [
            labelText(account),
            amountText(balanceCents),
            String(entries),
          ]);
          const none = ['Nothing is in the books yet.'];
          const lines = table(['account', 'balance', 'entries'], rows);
          print(options, plainValues({ balances }), balances.length === 0 ? none : lines);
        });
      }),
    );
}
