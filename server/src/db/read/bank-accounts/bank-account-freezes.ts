import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

export interface DepositsMovedTo {
  id: string;
  iban: string;
  bankName: string;
  deposits: number;
}

export interface FreezeRecord {
  frozenAt: Date;
  /** The last look of a worker; null: none has looked since the freeze. */
  lookedAt: Date | null;
  /** A worker is at it: it has looked within the last seconds. After the freeze is settled it looks only where there is work. */
  isWatched: boolean;
  /** From then on no new deposit gets the account; null: a process may not know of the freeze yet. */
  settledAt: Date | null;
  depositsMoved: number;
  movedTo: DepositsMovedTo[];
}

/** A worker looks every second; five are for one that waits for a lock. */
const WATCHED_WITHIN_SECONDS = 5;

/** What has become of the freeze of an account; undefined for an account that is not frozen. */
export async function findFreeze(
  db: Kysely<Database>,
  bankAccountId: string,
): Promise<FreezeRecord | undefined> {
  const freeze = await db
    .selectFrom('bank_account_freeze')
    .select([
      'frozen_at as frozenAt',
      'looked_at as lookedAt',
      'settled_at as settledAt',
      sql<boolean>`coalesce(looked_at > now() - make_interval(secs => ${WATCHED_WITHIN_SECONDS}), false)`.as(
        'isWatched',
      ),
    ])
    .where('bank_account_id', '=', bankAccountId)
    .executeTakeFirst();
  if (freeze === undefined) return undefined;
  const targets = await db
    .selectFrom('bank_account_freeze_target')
    .innerJoin('bank_account', 'bank_account.id', 'to_account_id')
    .select(['id', 'iban', 'bank_name as bankName', 'deposits'])
    .where('frozen_account_id', '=', bankAccountId)
    .orderBy('id')
    .execute();
  const movedTo = targets.map((target) => ({ ...target, deposits: Number(target.deposits) }));
  const depositsMoved = movedTo.reduce((sum, { deposits }) => sum + deposits, 0);
  return { ...freeze, depositsMoved, movedTo };
}

/** Whether an account was frozen so recently, by the clock that wrote when it was. Another one may be seconds away. */
export async function isJustFrozen(
  db: Kysely<Database>,
  { bankAccountId, seconds }: { bankAccountId: string; seconds: number },
): Promise<boolean> {
  const freeze = await db
    .selectFrom('bank_account_freeze')
    .select(sql<boolean>`frozen_at > now() - make_interval(secs => ${seconds})`.as('isRecent'))
    .where('bank_account_id', '=', bankAccountId)
    .executeTakeFirst();
  return freeze?.isRecent === true;
}
