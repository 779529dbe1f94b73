import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveDeposit, rejectDeposit } from '../../src/usecases/deposits/decide.ts';
import { reSumLedger } from '../../src/usecases/ledger/re-sum.ts';
import { correction, holding, postingSql } from '../db/honest-writes.ts';
import { STOLEN } from '../db/stolen-money.ts';
import { AYSE, cash, openDesk } from '../harness/desk.ts';
import { insertBankAccount } from '../harness/factories.ts';

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

const OF_STEP = 'a step has posted under its own names, between its own accounts';
const OF_STATE = 'a transaction has moved what its state and its history demand, on every account';

test('money that the owner moves by a step of a deposit is found, between whatever accounts and however it is called', async (t) => {
  const desk = await openDesk(t);
  const worker = desk.database.pool('vezne_worker');
  const [approved, refused] = [await desk.deposit(), await desk.deposit()];
  await desk.decide(
    (fingerprint) =>
      approveDeposit({ transactionId: approved, fingerprint, actor: AYSE, actualCents: cash(1000) }),
    approved,
  );
  const moneySeen = { amountCents: cash(300), bankAccountId: desk.bankAccount.id };
  const refusal = { transactionId: refused, actor: AYSE, reasonCode: 'duplicate', moneySeen } as const;
  await desk.decisions.submit(rejectDeposit(refusal));
  const other = await insertBankAccount(desk.owner);
  const places = { enabled: desk.bankAccount.id, frozen: other.id, partner: desk.partner.id, refused };
  const named = async (): Promise<Map<string, string>> =>
    new Map(
      (await reSumLedger(worker)).map(({ rule, differences }) => [
        rule,
        differences.map(({ subject }) => subject).join('\n'),
      ]),
    );
  assert.deepEqual([...(await named()).values()].join(''), '');
  for (const [way, transfersOf] of Object.entries(STOLEN)) {
    await t.test(way, async () => {
      const held = await desk.deposit();
      await desk.owner.query(postingSql(holding('hold', 'staff'), transfersOf('deposit_corrected')(places)), [
        held,
      ]);
      const found = await named();
      assert.match(found.get(OF_STEP) ?? '', new RegExp(held));
      assert.match(found.get(OF_STATE) ?? '', new RegExp(held));
      // Put back, so that the next is found by itself.
      const back = transfersOf('deposit_corrected')(places).map(({ debit, credit, ...transfer }) => ({
        ...transfer,
        debit: credit,
        credit: debit,
      }));
      await desk.owner.query(postingSql(holding('unhold', 'staff'), back), [held]);
      assert.match((await named()).get(OF_STEP) ?? '', new RegExp(held), 'the name stays wrong');
      assert.doesNotMatch((await named()).get(OF_STATE) ?? '', new RegExp(held));
    });
  }
  await t.test('a correction with the right name, to another bank account', async () => {
    const account = (kind: string): string =>
      `(select id from ledger_account where kind = '${kind}' and '${places.partner}' = partner_id)`;
    const bank = `(select id from ledger_account where kind = 'bank' and bank_account_id = '${other.id}')`;
    const kind = 'deposit_corrected';
    const sql = postingSql(correction('staff'), [
      { kind, debit: account('partner_balance'), credit: bank, cents: 9_700 },
      { kind, debit: account('partner_commission'), credit: bank, cents: 300 },
    ]);
    await desk.owner.query(sql, [approved]);
    assert.match((await named()).get(OF_STATE) ?? '', new RegExp(`${approved} at bank ${other.id}`));
  });
});
