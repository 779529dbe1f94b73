import type { Command } from 'commander';
import { freezeBankAccount } from '../../usecases/bank-accounts/freeze.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../administration.ts';
import { defineChange } from '../define.ts';
import type { ChangeOptions } from '../define.ts';
import { count, indented } from '../layout.ts';
import { print, warn } from '../output.ts';
import { accountName } from './account-rows.ts';

export function addFreeze(bankAccount: Command): void {
  defineChange(bankAccount, {
    name: 'freeze <account>',
    description: 'the bank froze it: stop using it and point its open deposits at the other accounts',
    notes: [
      'Deposits that still wait for their money are spread evenly over the enabled accounts whose deposits are not\n' +
        'paused, whatever their daily caps. A process may know of the freeze two seconds later and give the account to\n' +
        'a few more deposits until then: run the command again to move those. It can be run as often as you like.',
    ],
    examples: ['vezne bank-account freeze "TR33 0006 1005 1978 6457 8413 26"'],
  }).action(
    action(async (idOrIban: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        const frozen = await freezeBankAccount(context, idOrIban);
        const { account, depositsMoved, movedTo, depositsLeft } = frozen;
        print(options, plainValues(frozen), [
          `${accountName(account)} is frozen. ${count(depositsMoved, 'open deposit')} moved to other accounts.`,
          ...indented(movedTo.map((target) => [accountName(target), String(target.deposits)])),
        ]);
        if (depositsLeft > 0) {
          warn(
            `OPEN DEPOSITS LEFT ON THE FROZEN ACCOUNT: ${depositsLeft}. No other account is enabled and open for deposits. ` +
              'Enable one with: vezne bank-account enable ID; then freeze this one again.',
          );
        }
      });
    }),
  );
}
