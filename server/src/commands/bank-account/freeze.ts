import type { Command } from 'commander';
import { formatIban } from '@vezne/domain/iban';
import type { AdminContext } from '../../usecases/admin-context.ts';
import { freezeBankAccount } from '../../usecases/bank-accounts/freeze.ts';
import type { FrozenBankAccount } from '../../usecases/bank-accounts/freeze.ts';
import { sweepFrozenAccount } from '../../usecases/bank-accounts/sweep.ts';
import type { SweptBankAccount } from '../../usecases/bank-accounts/sweep.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { count, indented } from '../layout.ts';
import { fail, print, progress, warn } from '../output.ts';
import { accountName } from './account-rows.ts';

interface FreezeOptions extends ChangeOptions {
  /** false: --no-wait. */
  wait: boolean;
}

export function addFreeze(bankAccount: Command): void {
  defineChange(bankAccount, {
    name: 'freeze <account>',
    description: 'the bank froze it: stop using it and point its open deposits at the other accounts',
    notes: [
      'Deposits that still wait for their money are spread evenly over the enabled accounts whose deposits are not\n' +
        'paused, whatever their daily caps. A process may know of the freeze two seconds later and give the account to\n' +
        'a few more deposits until then: the command waits for that and moves those as well.',
      'Where no other account is open the deposits stay, and their players are told not to send money. The command then ends\n' +
        'with 1, though the account is frozen. They move as soon as an account is enabled or resumed, or by running it again.',
    ],
    examples: ['vezne bank-account freeze "TR33 0006 1005 1978 6457 8413 26"'],
  })
    .option('--no-wait', 'end at once, and leave on the account what processes that do not know yet give it')
    .action(
      action(async (idOrIban: string, options: FreezeOptions) => {
        await asActor(options, async (context) => {
          const frozen = await freeze(context, idOrIban, options);
          const { account, depositsMoved, movedTo } = frozen;
          print(options, plainValues(frozen), [
            `${accountName(account)} is frozen. ${count(depositsMoved, 'open deposit')} moved to other accounts.`,
            ...indented(movedTo.map((target) => [accountName(target), String(target.deposits)])),
          ]);
          failForTheRest(frozen, options);
        });
      }),
    );
}

async function freeze(
  context: AdminContext,
  idOrIban: string,
  { wait }: FreezeOptions,
): Promise<SweptBankAccount> {
  const frozen = await freezeBankAccount(context, idOrIban);
  if (!wait) return { ...frozen, isSettled: false };
  const name = accountName(frozen.account);
  try {
    return await sweepFrozenAccount(context, frozen, {
      onWait: (waitMs) =>
        progress(`${name} is frozen. Waiting ${waitMs / 1_000} s until every process knows.`),
    });
  } catch (error) {
    warn(
      `${name} is frozen, but deposits may have been created on it since. Move those with: ${again(frozen)}`,
    );
    throw error;
  }
}

/** What is left to do is told with exit code 1: a script must not take it for done. */
function failForTheRest(frozen: SweptBankAccount, { wait }: FreezeOptions): void {
  const { depositsLeft, isSettled } = frozen;
  if (depositsLeft > 0) {
    fail(
      `OPEN DEPOSITS LEFT ON THE FROZEN ACCOUNT: ${depositsLeft}. No other account is enabled and open for deposits. ` +
        'They move as soon as you enable one (vezne bank-account enable IBAN; a new one after vezne bank-account add) ' +
        'or open one that is paused (vezne bank-account resume IBAN --deposits).',
    );
  } else if (wait && !isSettled) {
    fail(
      'DEPOSITS ARE STILL BEING CREATED ON THE FROZEN ACCOUNT. A process does not learn of the freeze: ' +
        `see in the logs which one cannot read its configuration, then move them with: ${again(frozen)}`,
    );
  }
}

function again({ account: { iban } }: FrozenBankAccount): string {
  return `vezne bank-account freeze "${formatIban(iban)}"`;
}
