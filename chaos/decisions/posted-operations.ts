import assert from 'node:assert/strict';
import type pg from 'pg';
import { accountKey } from '@vezne/domain/accounts';
import { operationPosting } from '@vezne/domain/postings';
import type { OperationWish } from '../../server/src/usecases/ledger/operation.ts';
import type { Attempt } from './attempt.ts';
import { accountKeySql } from './history.ts';
import type { World } from './world.ts';

/** Found by the accounts that they touch: an adjustment names no partner and no bank account of its own. */
const OPERATIONS_SQL = `
select o.id, o.note, o.actor, o.confirmed_by as "confirmedBy", o.sent_operation_id as "sentOperationId", t.kind, t.position,
  ${accountKeySql('d')} as debit, ${accountKeySql('c')} as credit, t.amount_cents as "amountCents",
  (select count(*)::int4 from audit_entry where subject_type = 'ledger_operation' and subject_id = o.id::text
    and action = 'ledger.' || o.kind) as audited
from ledger_transfer t join ledger_operation o on o.id = t.operation_id
  join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
where t.id = any (array(
  select transfer_id from ledger_entry where account_id = any (array(
    select id from ledger_account where partner_id = any ($1) or bank_account_id = any ($2)))))
order by o.id, t.position`;

interface Operation {
  id: string;
  note: string;
  wish: OperationWish;
  actor: string;
  confirmedBy: string | null;
}

/** The transfers of every posted operation are what `postings` says, and no other operation left any. */
export async function assertOperations(
  owner: pg.Pool,
  { partnerIds, bankAccountIds }: World,
  attempts: readonly Attempt[],
): Promise<void> {
  const { rows } = await owner.query<Record<string, unknown>>({
    name: 'operations',
    text: OPERATIONS_SQL,
    values: [partnerIds, bankAccountIds],
  });
  const expected = attempts
    .flatMap(postedBy)
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .flatMap(transfersOf);
  assert.deepEqual(rows, expected, 'operations post what postings says');
}

/** An operation is posted by one person at once, or by two with the id of the first one's request. */
function postedBy(attempt: Attempt): Operation[] {
  if (attempt.kind === 'operation' && attempt.result.outcome === 'posted') {
    const { note, wish, actor, result } = attempt;
    return [{ id: result.operationId, note, wish, actor, confirmedBy: null }];
  }
  if (attempt.kind !== 'end' || attempt.result.outcome !== 'confirmed') return [];
  const { id, note, wish, askedBy } = attempt.request;
  return wish.kind === 'correct' ? [] : [{ id, note, wish, actor: askedBy, confirmedBy: attempt.actor }];
}

function transfersOf({ id, note, wish, actor, confirmedBy }: Operation): Record<string, unknown>[] {
  const { kind, transfers } = operationPosting(wish);
  return transfers.map(({ debit, credit, amountCents }, index) => ({
    id,
    note,
    actor,
    confirmedBy,
    sentOperationId: wish.sentOperationId ?? null,
    kind,
    position: index + 1,
    debit: accountKey(debit),
    credit: accountKey(credit),
    amountCents,
    audited: 1,
  }));
}
