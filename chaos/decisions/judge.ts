import assert from 'node:assert/strict';
import type pg from 'pg';
import { assertBooksHold } from '../../server/test/harness/ledger.ts';
import { actorTextSql } from './actor-text.ts';
import type { Attempt } from './attempt.ts';
import { assertOperations } from './check-operations.ts';
import { assertRequests } from './check-requests.ts';
import { assertResultsAreTrue } from './check-results.ts';
import { assertSecondPerson } from './check-second-person.ts';
import { assertPartsAndHolds } from './check-parts-and-holds.ts';
import { countDeadlocks } from './deadlocks.ts';
import { readHistories } from './history.ts';
import { assertReplays } from './replay.ts';
import type { World } from './world.ts';

/** Asserts that the books, the histories, the audit log and the reported results agree. */
export async function assertOneStory(
  owner: pg.Pool,
  world: World,
  attempts: readonly Attempt[],
): Promise<void> {
  const [histories, deadlocks] = await Promise.all([
    readHistories(owner, world.partnerIds),
    countDeadlocks(owner),
    assertBooksHold(owner, world),
    assertNoOverdraft(owner, world),
    assertAudited(owner, world),
    assertOperations(owner, world, attempts),
    assertRequests(owner, attempts),
  ]);
  for (const history of histories) {
    assertReplays(history);
    assertSecondPerson(history);
    assertPartsAndHolds(history);
  }
  assertResultsAreTrue(histories, attempts);
  assert.equal(deadlocks, 0, 'statements never deadlock');
}

/** Every balance after an authorisation was allowed by the partner's credit line. */
async function assertNoOverdraft(owner: pg.Pool, { partnerIds }: World): Promise<void> {
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

/** Each step of a person is in the audit log once, under that person. The two steps that begin late money are one entry. */
async function assertAudited(owner: pg.Pool, { partnerIds }: World): Promise<void> {
  const { rows } = await owner.query({
    name: 'audited',
    text: `
      with own as (
        select id, type, original_transaction_id is not null as is_late from transaction where partner_id = any ($1)
      )
      select subject_id, action, actor, sum(side) as missing from (
        select own.id::text as subject_id, ${actorTextSql('s')} as actor, 1 as side,
          case
            when is_late and step_no = 1 then 'deposit.enter_late_money'
            when s.trigger = 'payout_returned' then 'withdrawal.return_payout'
            when s.trigger = 'part_sent' then 'withdrawal.record_part'
            when s.trigger = 'account_corrected' then type || '.correct'
            else type || '.' || s.trigger
          end as action
        from own join transaction_step s on s.transaction_id = own.id
          and s.actor_kind in ('staff', 'partner_staff', 'command_line')
        where not (is_late and step_no = 2)
        union all
        select subject_id, ${actorTextSql('audit')}, -1, action from audit_entry audit
        where subject_type = 'transaction' and subject_id = any (array(select id::text from own))
      ) as both_sides group by subject_id, action, actor having sum(side) <> 0`,
    values: [partnerIds],
  });
  assert.deepEqual(rows, [], 'each step of a person is audited once');
}
