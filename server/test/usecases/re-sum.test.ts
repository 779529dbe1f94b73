import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveDeposit } from '../../src/usecases/deposits/decide.ts';
import { reSumLedger } from '../../src/usecases/ledger/re-sum.ts';
import { AYSE, cash, openDesk } from '../harness/desk.ts';

/** What a broken database or a manipulation could do, and the rule that finds it. */
const TAMPERED: readonly [what: string, text: string, rule: RegExp][] = [
  [
    'a balance was raised',
    `update ledger_account set balance_cents = balance_cents + 1 where kind = 'partner_balance' and entry_count > 0`,
    /balance is the sum of its entries/,
  ],
  [
    'an entry was changed',
    'update ledger_entry set amount_cents = amount_cents + 1 where entry_no = 1',
    /follows from the one before/,
  ],
  ['an entry is gone', 'delete from ledger_entry where entry_no = 1', /an entry of its amount on each/],
  [
    'a transfer was changed',
    'update ledger_transfer set amount_cents = amount_cents + 1',
    /an entry of its amount on each/,
  ],
  [
    'both sides of the books were raised by the same amount',
    `update ledger_account set balance_cents = balance_cents + 1 where entry_count > 0 and kind in ('bank', 'partner_balance')`,
    /bank account holds what moved/,
  ],
  [
    'commission was moved to the owners, with its transfer and entries',
    `with a as (select id from ledger_account where kind = 'partner_commission' and balance_cents > 0),
       o as (select id from ledger_account where kind = 'owner_funds'),
       t as (insert into ledger_transfer (id, kind, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents)
         select nextval('ledger_transfer_id'), 'adjusted', s.transaction_id, s.step_no, 9, a.id, o.id, 20
         from a, o, transaction_step s where s.trigger = 'approve' returning *),
       e as (insert into ledger_entry select a.id, 2, t.id, -20, 2980 from a, t union all select o.id, 1, t.id, 20, 20 from o, t),
       b as (update ledger_account set balance_cents = 2980, entry_count = 2 where id = (select id from a))
     update ledger_account set balance_cents = 20, entry_count = 1 where kind = 'owner_funds'`,
    /commission is what the approved transactions say/,
  ],
  ['a movement is gone', 'delete from bank_movement', /bank account holds what moved/],
  ['an event is gone', 'delete from event', /is told, and nothing else is/],
  [
    'an event tells of more than was paid',
    'update event set actual_amount_cents = 900000, commission_cents = 27000, net_amount_cents = 873000, player_amount_cents = 873000, balance_impact_cents = 873000',
    /says what its transaction and its step say/,
  ],
  [
    'an event credits more than its terms give',
    'update event set player_amount_cents = 99999',
    /its transaction and its step say/,
  ],
  [
    'an event has another reference',
    `update event set external_reference = 'another'`,
    /its transaction and its step say/,
  ],
  [
    'an event tells of an approval as a rejection',
    `update event set type = 'deposit.rejected', status = 'rejected', reason_code = 'other', commission_cents = 0, net_amount_cents = 0,
       player_amount_cents = 0, balance_impact_cents = 0`,
    /its transaction and its step say/,
  ],
  [
    'an event for a step that tells nobody',
    `insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, reference_code, currency,
       amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents)
     select gen_random_uuid(), partner_id, transaction_id, 1, 2, 'deposit.corrected', status, external_reference, reference_code, currency,
       amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents from event`,
    /is told, and nothing else is/,
  ],
  ['a feed has a gap', 'update event_feed set last_no = last_no + 1', /counted without a gap/],
  ['a number of the feed was skipped', 'update event set feed_no = feed_no + 1', /counted without a gap/],
  ['a step is gone', 'delete from transaction_step where step_no = 1', /where its last step has left it/],
  [
    'a step was changed',
    `update transaction_step set status = 'rejected' where step_no = 2`,
    /where its last step has left it/,
  ],
  [
    'an approval was posted with less than was told',
    `update ledger_transfer set amount_cents = amount_cents - 1 where position = 1`,
    /is told with what was posted/,
  ],
  [
    'an approval is gone',
    `update transaction set status = 'waiting_confirmation', decided_at = null where status = 'approved'`,
    /transactions and operations add up/,
  ],
];

test('intact books add up, and every manipulation is found and named', async (t) => {
  for (const [what, text, rule] of TAMPERED) {
    await t.test(what, async (t2) => {
      const desk = await openDesk(t2);
      const id = await desk.deposit();
      await desk.decide(
        (fingerprint) =>
          approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) }),
        id,
      );
      const worker = desk.database.pool('vezne_worker');
      const broken = async () =>
        (await reSumLedger(worker)).filter(({ differences }) => differences.length > 0);
      assert.deepEqual(await broken(), []);
      await desk.owner.query(text);
      const found = await broken();
      assert.ok(
        found.some((checked) => rule.test(checked.rule)),
        JSON.stringify(found),
      );
      const again = await broken();
      assert.deepEqual(again, found, 'nothing was repaired');
    });
  }
});
