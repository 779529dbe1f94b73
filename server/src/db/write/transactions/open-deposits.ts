import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { storedActorId } from '@vezne/domain/actor';
import type { Actor } from '@vezne/domain/actor';
import { ACCOUNT_CHANGED } from '@vezne/domain/transaction-state';
import type { Cents } from '@vezne/domain/money';
import type { Database } from '../../schema.ts';

/**
 * Locks the deposits that still wait for their money on an account, in id order like everything that locks transactions. What changed
 * while this waited is read anew, and left out if it waits there no more.
 */
export async function lockOpenDeposits(
  trx: Transaction<Database>,
  bankAccountId: string,
  /** Leaves out what somebody else has locked, instead of waiting for it. */
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transaction
    where id = any (array(${openDepositsOn(trx, bankAccountId).select('transaction_id')}))
      and status = 'waiting_payment' and bank_account_id = ${bankAccountId}
    order by id for no key update ${sql.raw(skipLocked ? 'skip locked' : '')}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Those too that somebody else has locked. */
export async function countOpenDeposits(trx: Transaction<Database>, bankAccountId: string): Promise<number> {
  const { count } = await openDepositsOn(trx, bankAccountId)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function openDepositsOn(trx: Transaction<Database>, bankAccountId: string) {
  return trx
    .selectFrom('open_transaction')
    .where('bank_account_id', '=', bankAccountId)
    .where('status', '=', sql.lit('waiting_payment'));
}

export interface DepositMove {
  depositIds: readonly string[];
  fromAccountId: string;
  /** At least one. The deposits are dealt out to them in turn. */
  toAccountIds: readonly string[];
  actor: Actor;
}

export interface MovedDeposits {
  bankAccountId: string;
  deposits: bigint;
  /** The sum that their players were asked to pay. */
  amountCents: Cents;
}

/** Moves locked deposits to other accounts and records a step for each, in one statement for any number of them. */
export async function moveDeposits(trx: Transaction<Database>, move: DepositMove): Promise<MovedDeposits[]> {
  const { rows } = await sql<MovedDeposits>`
    with target as (
      select id, place - 1 as place, count(*) over () as total
      from unnest(${[...move.toAccountIds]}::uuid[]) with ordinality as account (id, place)
    ), deposit as (
      select id, place - 1 as place
      from unnest(${[...move.depositIds]}::uuid[]) with ordinality as locked (id, place)
    ), moved as (
      update transaction
      set bank_account_id = target.id, previous_bank_account_id = ${move.fromAccountId}, step_count = step_count + 1
      from deposit join target on target.place = deposit.place % target.total
      where transaction.id = deposit.id
      returning transaction.id, transaction.status, transaction.bank_account_id, transaction.amount_cents, transaction.step_count
    ), step as (
      insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor_id, actor, note)
      select moved.id, moved.step_count, ${ACCOUNT_CHANGED}, moved.status, ${move.actor.kind}, ${storedActorId(move.actor)}, ${move.actor.name},
             'from bank account ' || ${move.fromAccountId}::text || ' to ' || moved.bank_account_id
      from moved
    )
    select bank_account_id as "bankAccountId", count(*) as "deposits", sum(amount_cents)::int8 as "amountCents"
    from moved group by bank_account_id order by bank_account_id`.execute(trx);
  return rows;
}
