import type { Command } from 'commander';
import { pauseBankAccount } from '../../usecases/bank-accounts/pause.ts';
import { resumeBankAccount } from '../../usecases/bank-accounts/resume.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../administration.ts';
import { defineChange } from '../define.ts';
import type { ChangeOptions } from '../define.ts';
import { print } from '../output.ts';
import { accountName } from './account-rows.ts';

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
  });
  add(bankAccount, {
    verb: 'resume',
    description: 'end a pause of deposits, of payouts or (with neither named) of both',
    state: 'open',
    run: resumeBankAccount,
  });
}

function add(
  bankAccount: Command,
  {
    verb,
    description,
    state,
    run,
  }: { verb: string; description: string; state: string; run: typeof pauseBankAccount },
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
          const { account: changed, change } = await run(context, { account: idOrIban, ...chosen });
          const line = `The ${words} of ${accountName(changed)} are ${change === undefined ? `${state} already` : `now ${state}`}.`;
          print(options, plainValues({ account: changed, changed: change !== undefined, ...change }), [line]);
        });
      }),
    );
}
