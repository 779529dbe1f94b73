import assert from 'node:assert/strict';
import type pg from 'pg';
import { accountKey } from '@vezne/domain/accounts';
import type { Person } from '@vezne/domain/actor';
import { operationPosting } from '@vezne/domain/postings';
import type { OperationRequest } from '../../server/src/usecases/ledger/operation.ts';
import { actorText, actorTextSql } from './actor-text.ts';
import { isDecision } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { accountKeySql } from './history.ts';
import type { World } from './world.ts';

/** Found by the accounts that they touch, or by their payout: an adjustment names no partner and no bank account. */
const OPERATIONS_SQL = `
select o.id, o.note, o.actor, o.confirmed_by as "confirmedBy", o.sent_operation_id as "sentOperationId",
  o.payout_id as "payoutId", t.kind, t.position,
  ${accountKeySql('d')} as debit, ${accountKeySql('c')} as credit, t.amount_cents as "amountCents",
  array(select audit.action || ' by ' || ${actorTextSql('audit')} from audit_entry audit
    where subject_type = 'ledger_operation' and subject_id = o.id::text order by audit.id) as audited
from ledger_transfer t join ledger_operation o on o.id = t.operation_id
  join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
where t.operation_id = any (array(
  select operation_id from ledger_transfer where id = any (array(
    select transfer_id from ledger_entry where account_id = any (array(
      select id from ledger_account where partner_id = any ($1) or bank_account_id = any ($2)))))))
  or t.operation_id = any (array(select id from ledger_operation where payout_id = any ($3)))
order by o.id, t.position`;

/** Written out: a list from the domain would repeat any mistake in it. */
const AUDITED_AS: Readonly<Record<OperationRequest['kind'], string>> = {
  topped_up: 'ledger.top_up',
  settled_to_partner: 'ledger.settle',
  bank_fee_charged: 'ledger.charge_fee',
  internal_transfer_sent: 'ledger.send_transfer',
  internal_transfer_arrived: 'ledger.receive_transfer',
  returned_to_sender: 'ledger.return_to_sender',
  internal_transfer_returned: 'ledger.return_transfer',
  misdirected_sent: 'ledger.book_misdirection',
  misdirected_recovered: 'ledger.recover_misdirection',
  adjusted: 'ledger.adjust',
};

interface Operation {
  id: string;
  note: string;
  request: OperationRequest;
  askedBy: Person;
  confirmedBy: Person | null;
}

/** Each operation that was reported as posted has the transfers that `postings` gives it. No other operation has any. */
export async function assertOperations(
  owner: pg.Pool,
  { partnerIds, bankAccountIds, transactions }: World,
  attempts: readonly Attempt[],
): Promise<void> {
  const { rows } = await owner.query<Record<string, unknown>>({
    name: 'operations',
    text: OPERATIONS_SQL,
    values: [partnerIds, bankAccountIds, transactions.map(({ id }) => id)],
  });
  const expected = attempts
    .flatMap(postedBy)
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .flatMap(transfersOf);
  assert.deepEqual(rows, expected, 'operations post what postings says');
}

/** One person posts an operation at once, or two people post it with the id of the request. */
function postedBy(attempt: Attempt): Operation[] {
  if (attempt.kind === 'operation' && attempt.result.outcome === 'posted') {
    const { note, wanted, actor, result } = attempt;
    return [{ id: result.operationId, note, request: wanted, askedBy: actor, confirmedBy: null }];
  }
  if (attempt.kind !== 'end' || attempt.result.outcome !== 'confirmed') return [];
  const { id, note, wanted, askedBy } = attempt.request;
  return isDecision(wanted) ? [] : [{ id, note, request: wanted, askedBy, confirmedBy: attempt.actor }];
}

function transfersOf({ id, note, request, askedBy, confirmedBy }: Operation): Record<string, unknown>[] {
  const { kind, transfers } = operationPosting(request);
  return transfers.map(({ debit, credit, amountCents }, index) => ({
    id,
    note,
    actor: askedBy.name,
    confirmedBy: confirmedBy?.name ?? null,
    sentOperationId: request.sentOperationId ?? null,
    payoutId: 'payoutId' in request ? (request.payoutId ?? null) : null,
    kind,
    position: index + 1,
    debit: accountKey(debit),
    credit: accountKey(credit),
    amountCents,
    audited: [`${AUDITED_AS[request.kind]} by ${actorText(confirmedBy ?? askedBy)}`],
  }));
}
