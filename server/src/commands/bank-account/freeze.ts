import type { Command } from 'commander';
import { formatIban } from '@vezne/domain/iban';
import type { AdminContext } from '../../usecases/admin-context.ts';
import { freezeBankAccount } from '../../usecases/bank-accounts/freeze.ts';
import type { FrozenBankAccount } from '../../usecases/bank-accounts/freeze.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { count, indented } from '../layout.ts';
import { fail, print, progress, warn } from '../output.ts';
import { releasedWorkLines, releasedWorkValues } from '../withdrawal/released-work.ts';
import { accountName } from './account-rows.ts';
import { watchFreeze } from './watch-freeze.ts';
import type { WatchedFreeze } from './watch-freeze.ts';

/** The worker is done after four to seven seconds; the rest is for one that starts just now. */
const WATCH_MS = 20_000;

interface FreezeOptions extends ChangeOptions {
  /** false: --no-wait. */
  wait: boolean;
}

export function addFreeze(bankAccount: Command): void {
  defineChange(bankAccount, {
    name: 'freeze <account>',
    description: 'the bank froze it: stop using it and point its open deposits at the other accounts',
    notes: [
      'Payouts that were taken with it go back to the queue; those that are authorised from it are listed, because their money may\n' +
        'be on its way.',
      'Deposits that still wait for their money are spread evenly over the enabled accounts whose deposits are not\n' +
        'paused, whatever their daily caps. A process may know of the freeze two seconds later and give the account to\n' +
        'a few more deposits until then. The worker moves those; the command waits for it, at most 20 seconds.',
      'Where no other account is open the deposits stay, and their players are told not to send money. The command then ends\n' +
        'with 1, though the account is frozen. The worker moves them as soon as an account is enabled or resumed.',
    ],
    examples: ['vezne bank-account freeze "TR33 0006 1005 1978 6457 8413 26"'],
  })
    .option(
      '--no-wait',
      'end at once, and leave to the worker what processes that do not know yet give the account',
    )
    .action(
      action(async (idOrIban: string, options: FreezeOptions) => {
        await asActor(options, async (context) => {
          const frozen = await freezeBankAccount(context, idOrIban);
          const watched = options.wait ? await watch(context, frozen) : undefined;
          const result = watched === undefined ? frozen : resultOf(watched, frozen);
          const { account, depositsMoved, movedTo } = result;
          const settling = {
            isSettled: watched?.isDone ?? false,
            workerLookedAt: watched?.freeze.lookedAt ?? null,
          };
          print(options, plainValues({ ...result, ...releasedWorkValues(frozen), ...settling }), [
            `${accountName(account)} is frozen. ${count(depositsMoved, 'open deposit')} moved to other accounts.`,
            ...indented(movedTo.map((target) => [accountName(target), String(target.deposits)])),
            ...(hasWork(frozen) ? releasedWorkLines(frozen) : []),
          ]);
          failForTheRest(result, watched);
        });
      }),
    );
}

async function watch({ db }: AdminContext, { account }: FrozenBankAccount): Promise<WatchedFreeze> {
  const name = accountName(account);
  progress(`${name} is frozen. Waiting until every process knows, and the worker has moved what came late.`);
  try {
    return await watchFreeze(db, account.id, { withinMs: WATCH_MS });
  } catch (error) {
    if (!(error instanceof CommandError)) {
      warn(
        `${name} is frozen, but what the worker has moved since is not known. See it with: ${show(account)}`,
      );
    }
    throw error;
  }
}

/** All that was moved since the freeze, by the command and by the worker. */
function resultOf(
  { account, freeze: { depositsMoved, movedTo } }: WatchedFreeze,
  frozen: FrozenBankAccount,
): FrozenBankAccount {
  return { ...frozen, account, depositsMoved, movedTo, depositsLeft: Number(account.openDeposits) };
}

/** Somebody was working on payouts from the account. */
function hasWork({ payoutsReleased, payoutsAuthorised }: FrozenBankAccount): boolean {
  return payoutsReleased.length > 0 || payoutsAuthorised.length > 0;
}

/** What is left to do is told with exit code 1: a script must not take it for done. */
function failForTheRest(
  { account, depositsLeft, isHeldUp }: FrozenBankAccount,
  watched?: WatchedFreeze,
): void {
  if (isHeldUp) {
    fail(
      'SOMEBODY HELD DEPOSITS OR PAYOUTS OF THE ACCOUNT. It is frozen all the same, and the worker moves its deposits as soon as they are free. ' +
        `Payouts that are still taken with it: release them with vezne withdrawal release ID. See what is left with: ${show(account)}`,
    );
  }
  if (depositsLeft > 0 && !watched?.hasOtherAccount) {
    fail(
      `OPEN DEPOSITS LEFT ON THE FROZEN ACCOUNT: ${depositsLeft}. No other account is enabled and open for deposits. ` +
        'The worker moves them as soon as you enable one (vezne bank-account enable IBAN; a new one after vezne bank-account add) ' +
        'or open one that is paused (vezne bank-account resume IBAN --deposits).',
    );
  }
  if (watched === undefined || watched.isDone) return;
  const { settledAt, isWatched } = watched.freeze;
  fail(
    settledAt === null && isWatched
      ? 'DEPOSITS ARE STILL BEING CREATED ON THE FROZEN ACCOUNT. A process does not learn of the freeze: see in the logs ' +
          `which one cannot read its configuration. The worker goes on moving them; see it with: ${show(account)}`
      : `NO WORKER LOOKS AFTER THE FROZEN ACCOUNT. What processes give it that do not know yet stays there until one runs: ` +
          `start it (vezne worker), then see what it has moved with: ${show(account)}`,
  );
}

function show({ iban }: { iban: string }): string {
  return `vezne bank-account show "${formatIban(iban)}"`;
}
