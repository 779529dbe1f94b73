import type { Command } from 'commander';
import { disableBankAccount, enableBankAccount } from '../../usecases/bank-accounts/change.ts';
import type { ChangedBankAccount, OpenedBankAccount } from '../../usecases/bank-accounts/change.ts';
import type { AdminContext } from '../../usecases/admin-context.ts';
import type { Performed } from '../../usecases/four-eyes/act.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
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
    run: (context: AdminContext, account: string) => Promise<Performed<Changed>>;
    more: (changed: Changed) => string[];
  },
): void {
  const examples = [`vezne bank-account ${verb} "TR33 0006 1005 1978 6457 8413 26"`];
  defineAct(bankAccount, { name: `${verb} <account>`, description, examples }).action(
    action(async (idOrIban: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        printPerformed(options, await run(context, idOrIban), (changed) => changedAccount(changed, more));
      });
    }),
  );
}

/** What the status of an account is now, and what follows from it. */
function changedAccount<Changed extends ChangedBankAccount>(
  changed: Changed,
  more: (changed: Changed) => string[],
): Told {
  const { account, change, ...rest } = changed;
  const now = change === undefined ? `${account.status} already` : `now ${account.status}`;
  return {
    values: plainValues({ account, changed: change !== undefined, ...change, ...rest }),
    lines: [`${accountName(account)} is ${now}.`, ...more(changed)],
  };
}

/** The same for whoever confirms that an account is enabled. */
export function enabledAccount(opened: OpenedBankAccount): Told {
  return changedAccount(opened, depositsToMoveLines);
}
