import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { findFreeze } from '../../db/read/bank-accounts/bank-account-freezes.ts';
import type { FreezeRecord } from '../../db/read/bank-accounts/bank-account-freezes.ts';
import { listBankAccounts, takesDeposits } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { Database } from '../../db/schema.ts';
import { CommandError } from '../command-error.ts';

export interface WatchedFreeze {
  account: BankAccountRecord;
  freeze: FreezeRecord;
  /** Where open deposits of a frozen account can move to. */
  hasOtherAccount: boolean;
  /** Nothing more can come, and what is left waits for another account. */
  isDone: boolean;
}

const READ_EVERY_MS = 250;

/** Waits until the worker has moved what came late, or the time is over, and tells how far it is. */
export async function watchFreeze(
  db: Kysely<Database>,
  accountId: string,
  { withinMs }: { withinMs: number },
): Promise<WatchedFreeze> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const watched = await readFreeze(db, accountId);
    if (watched.isDone || performance.now() >= endMs) return watched;
    await sleep(READ_EVERY_MS);
  }
}

async function readFreeze(db: Kysely<Database>, accountId: string): Promise<WatchedFreeze> {
  const freeze = await findFreeze(db, accountId);
  const accounts = await listBankAccounts(db);
  const account = accounts.find(({ id }) => id === accountId);
  if (freeze === undefined || account?.status !== 'frozen') {
    throw new CommandError(
      `The account was frozen, but it is ${account?.status ?? 'gone'} by now: its new deposits stay with it. ` +
        'See who changed it with: vezne audit list',
    );
  }
  const hasOtherAccount = accounts.some(takesDeposits);
  const isDone = freeze.settledAt !== null && (account.openDeposits === 0n || !hasOtherAccount);
  return { account, freeze, hasOtherAccount, isDone };
}
