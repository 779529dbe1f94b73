/** One bank account with everything that is known of it, for a page that shows it. */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { createDatabase } from '../../db/kysely.ts';
import { findFreeze, isJustFrozen } from '../../db/read/bank-accounts/bank-account-freezes.ts';
import type { FreezeRecord } from '../../db/read/bank-accounts/bank-account-freezes.ts';
import {
  findAccountOpening,
  findBankAccountOverview,
  sumOpenDeposits,
} from '../../db/read/bank-accounts/bank-account-overviews.ts';
import type {
  AccountOpening,
  BankAccountOverview,
} from '../../db/read/bank-accounts/bank-account-overviews.ts';
import { listBankAccounts, takesDeposits } from '../../db/read/bank-accounts/bank-accounts.ts';
import { findWaitingChanges } from '../../db/read/requests/waiting-changes.ts';
import type { WaitingChange } from '../../db/read/requests/waiting-changes.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** The worker looks every second. One that has not come by then is not there. */
const FIRST_LOOK_SECONDS = 8;

type WorkerSeen = 'awaited' | 'at_work' | 'missing';

export interface BankAccountSeen {
  account: BankAccountOverview;
  openDepositsCents: Cents;
  opening: AccountOpening | undefined;
  /** undefined: it is not frozen. */
  freeze: (FreezeRecord & { worker: WorkerSeen; hasOtherAccount: boolean }) | undefined;
  waiting: WaitingChange[];
}

export async function lookAtBankAccount(pool: pg.Pool, id: string): Promise<BankAccountSeen | undefined> {
  const account = await findBankAccountOverview(pool, id, OPTIONS);
  if (account === undefined) return undefined;
  return {
    account,
    openDepositsCents: await sumOpenDeposits(pool, id, OPTIONS),
    opening: await findAccountOpening(pool, id, OPTIONS),
    freeze: account.status === 'frozen' ? await freezeOf(pool, id) : undefined,
    waiting: await findWaitingChanges(pool, { type: 'bank_account', id }, OPTIONS),
  };
}

async function freezeOf(pool: pg.Pool, id: string): Promise<BankAccountSeen['freeze']> {
  const db = createDatabase(pool);
  const freeze = await findFreeze(db, id);
  if (freeze === undefined) return undefined;
  const hasOtherAccount = (await listBankAccounts(db)).some(takesDeposits);
  const isRecent = await isJustFrozen(db, { bankAccountId: id, seconds: FIRST_LOOK_SECONDS });
  return { ...freeze, worker: workerOf(freeze, isRecent), hasOtherAccount };
}

function workerOf({ settledAt, isWatched }: FreezeRecord, isRecent: boolean): WorkerSeen {
  if (settledAt !== null || isWatched) return 'at_work';
  return isRecent ? 'awaited' : 'missing';
}
