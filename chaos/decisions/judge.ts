import assert from 'node:assert/strict';
import type pg from 'pg';
import { assertBooksHold } from '../../server/test/harness/ledger.ts';
import { assertAnswersAreTrue } from './answers.ts';
import type { Attempt } from './attempt.ts';
import { countDeadlocks } from './deadlocks.ts';
import { readHistories } from './history.ts';
import { assertOperations } from './posted-operations.ts';
import { assertReplays } from './replay.ts';
import { assertRequests } from './requests.ts';
import type { World } from './world.ts';

/** Asserts that the books, the histories and what everybody was told are one and the same story. */
export async function assertOneStory(
  owner: pg.Pool,
  world: World,
  attempts: readonly Attempt[],
): Promise<void> {
  const [histories, deadlocks] = await Promise.all([
    readHistories(owner, world.partnerIds),
    countDeadlocks(owner),
    assertBooksHold(owner, world),
    assertNobodyOverdrew(owner, world),
    assertAudited(owner, world),
    assertOperations(owner, world, attempts),
    assertRequests(owner, attempts),
  ]);
  for (const history of histories) assertReplays(history);
  assertAnswersAreTrue(histories, attempts);
  assert.equal(deadlocks, 0, 'nobody waited for each other');
}

/** Where an authorisation left a balance, the partner's credit line allowed it. */
async function assertNobodyOverdrew(owner: pg.Pool, { partnerIds }: World): Promise<void> {
  const { rows } = await owner.query({
    name: 'overdrawn',
    text: `
      select p.id, e.balance_after_cents from partner p
      join ledger_account a on a.partner_id = p.id and a.kind = 'partner_balance'
      join ledger_entry e on e.account_id = a.id join ledger_transfer t on t.id = e.transfer_id
      where p.id = any ($1) and (t.kind = 'withdrawal_authorised' and e.balance_after_cents < -p.credit_line_cents
        or t.kind = 'settled_to_partner' and e.balance_after_cents < 0)`,
    values: [partnerIds],
  });
  assert.deepEqual(rows, [], 'no authorisation and no settlement goes below what the partner may owe');
}

/** Each step of a person is in the audit trail once; the two with which late money begins are one act. */
async function assertAudited(owner: pg.Pool, { partnerIds }: World): Promise<void> {
  const { rows } = await owner.query({
    name: 'audited',
    text: `
      with own as (select id, original_transaction_id is not null as is_late from transaction where partner_id = any ($1))
      select subject_id, trigger, actor, sum(side) as missing from (
        select own.id::text as subject_id, s.actor, 1 as side,
          case when is_late and step_no = 1 then 'late_money' else s.trigger end as trigger
        from own join transaction_step s on s.transaction_id = own.id and s.actor_kind = 'staff'
        where not (is_late and step_no = 2)
        union all
        select subject_id, actor, -1, split_part(action, '.', 2) from audit_entry
        where subject_type = 'transaction' and subject_id = any (array(select id::text from own))
      ) as both_sides group by subject_id, trigger, actor having sum(side) <> 0`,
    values: [partnerIds],
  });
  assert.deepEqual(rows, [], 'each step of a person is audited once');
}
