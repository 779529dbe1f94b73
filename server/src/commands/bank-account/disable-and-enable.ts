import type { Command } from 'commander';
import { disableBankAccount, enableBankAccount } from '../../usecases/bank-accounts/change.ts';
import type { ChangedBankAccount } from '../../usecases/bank-accounts/change.ts';
import type { AdminContext } from '../../usecases/admin-context.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { print } from '../output.ts';
import { accountName, depositsToMoveLines } from './account-rows.ts';

export function addDisableAndEnable(bankAccount: Command): void {
  add(bankAccount, {
    verb: 'enable',
    description: 'show a disabled or frozen account to players, and let payouts leave from it',
    run: enableBankAccount,
    more: depositsToMoveLines,
  });
  add(bankAccount, {
    verb: 'disable',
    description: 'give the account no new deposits and no new payouts; open deposits go on showing it',
    run: disableBankAccount,
    more: ({ account: { openDeposits } }) =>
      openDeposits === 0n
        ? []
        : [
            `Open deposits that still show it: ${openDeposits}. If it can't receive money any more, freeze it instead.`,
          ],
  });
}

function add<Changed extends ChangedBankAccount>(
  bankAccount: Command,
  {
    verb,
    description,
    run,
    more,
  }: {
    verb: string;
    description: string;
    run: (context: AdminContext, account: string) => Promise<Changed>;
    more: (changed: Changed) => string[];
  },
): void {
  const examples = [`vezne bank-account ${verb} "TR33 0006 1005 1978 6457 8413 26"`];
  defineChange(bankAccount, { name: `${verb} <account>`, description, examples }).action(
    action(async (idOrIban: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        const changed = await run(context, idOrIban);
        const { account, change, ...rest } = changed;
        const now = change === undefined ? `${account.status} already` : `now ${account.status}`;
        const lines = [`${accountName(account)} is ${now}.`, ...more(changed)];
        print(options, plainValues({ account, changed: change !== undefined, ...change, ...rest }), lines);
      });
    }),
  );
}
