import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

/**
 * Begins the watch of an account anew that is frozen already. It begins and ends with the account's status otherwise: the database holds
 * that. Where its deposits went is removed with it; their own histories keep that.
 */
export async function beginFreezeAnew(trx: Transaction<Database>, bankAccountId: string): Promise<void> {
  await trx.deleteFrom('bank_account_freeze').where('bank_account_id', '=', bankAccountId).execute();
  await trx.insertInto('bank_account_freeze').values({ bank_account_id: bankAccountId }).execute();
}

/** One worker at a time works on a freeze, if there is one. */
export async function lockFreeze(trx: Transaction<Database>, bankAccountId: string): Promise<void> {
  await sql`select from bank_account_freeze where bank_account_id = ${bankAccountId} for no key update`.execute(
    trx,
  );
}

/** Adds to what was moved since the freeze. An account that the version before this one froze has no freeze to add to. */
export async function addFreezeTargets(
  trx: Transaction<Database>,
  bankAccountId: string,
  movedTo: readonly { id: string; deposits: number }[],
): Promise<void> {
  if (movedTo.length === 0) return;
  await sql`
    insert into bank_account_freeze_target as target (frozen_account_id, to_account_id, deposits)
    select watch.bank_account_id, moved.id, moved.deposits
    from bank_account_freeze watch, unnest(
      ${movedTo.map(({ id }) => id)}::uuid[], ${movedTo.map(({ deposits }) => deposits)}::int8[]
    ) as moved (id, deposits)
    where watch.bank_account_id = ${bankAccountId}
    on conflict (frozen_account_id, to_account_id) do update set deposits = target.deposits + excluded.deposits`.execute(
    trx,
  );
}

/**
 * Notes that a worker has looked. The freeze is settled by a look that finds nothing when nothing had to be moved for so long
 * before it. Times are taken on the safe side: a quiet time begins when this is written, and ends when the look began.
 */
export async function noteLook(
  trx: Transaction<Database>,
  bankAccountId: string,
  { hasMoved, settledAfterMs }: { hasMoved: boolean; settledAfterMs: number },
): Promise<void> {
  await sql`
    update bank_account_freeze set
      looked_at = statement_timestamp(),
      quiet_since = case when ${hasMoved} or quiet_since is null then statement_timestamp() else quiet_since end,
      settled_at = case
        when settled_at is null and not ${hasMoved} and quiet_since <= now() - ${settledAfterMs} * interval '1 ms'
        then statement_timestamp() else settled_at
      end
    where bank_account_id = ${bankAccountId}`.execute(trx);
}
