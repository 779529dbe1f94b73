import type { Command } from 'commander';
import type { AdminContext } from '../../usecases/admin-context.ts';
import type { ChangedBankAccount } from '../../usecases/bank-accounts/change.ts';
import { pauseBankAccount, resumeBankAccount } from '../../usecases/bank-accounts/change.ts';
import type { Performed } from '../../usecases/four-eyes/act.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import { accountName, depositsToMoveLines } from './account-rows.ts';

interface Options extends ChangeOptions {
  deposits?: boolean;
  payouts?: boolean;
}

export function addPauseAndResume(bankAccount: Command): void {
  add(bankAccount, {
    verb: 'pause',
    description: 'give the account no new deposits, no new payouts or (with neither named) none of both',
    state: 'paused',
    run: pauseBankAccount,
    more: () => [],
  });
  add(bankAccount, {
    verb: 'resume',
    description: 'end a pause of deposits, of payouts or (with neither named) of both',
    state: 'open',
    run: resumeBankAccount,
    more: depositsToMoveLines,
  });
}

function add<Changed extends ChangedBankAccount>(
  bankAccount: Command,
  {
    verb,
    description,
    state,
    run,
    more,
  }: {
    verb: string;
    description: string;
    state: string;
    run: (
      context: AdminContext,
      request: Parameters<typeof pauseBankAccount>[1],
    ) => Promise<Performed<Changed>>;
    more: (changed: Changed) => string[];
  },
): void {
  const account = '"TR33 0006 1005 1978 6457 8413 26"';
  defineChange(bankAccount, {
    name: `${verb} <account>`,
    description,
    examples: [`vezne bank-account ${verb} ${account}`, `vezne bank-account ${verb} ${account} --deposits`],
  })
    .option('--deposits', 'deposits only')
    .option('--payouts', 'payouts only')
    .action(
      action(async (idOrIban: string, options: Options) => {
        const isAll = options.deposits === options.payouts;
        const chosen = {
          deposits: isAll || options.deposits === true,
          payouts: isAll || options.payouts === true,
        };
        const words = isAll ? 'deposits and payouts' : chosen.deposits ? 'deposits' : 'payouts';
        await asActor(options, async (context) => {
          printPerformed(options, await run(context, { account: idOrIban, ...chosen }), (changed) => {
            const { account: after, change, ...rest } = changed;
            const now = change === undefined ? `${state} already` : `now ${state}`;
            return {
              values: plainValues({ account: after, changed: change !== undefined, ...change, ...rest }),
              lines: [`The ${words} of ${accountName(after)} are ${now}.`, ...more(changed)],
            };
          });
        });
      }),
    );
}
