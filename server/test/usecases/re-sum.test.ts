import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { newId } from '../../src/ids.ts';
import { confirmRequest } from '../../src/usecases/confirmation/confirm.ts';
import { correctDeposit } from '../../src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../src/usecases/deposits/decide.ts';
import type { OperationRequest } from '../../src/usecases/ledger/operation.ts';
import { postLedgerOperation } from '../../src/usecases/ledger/post.ts';
import type { LedgerCheckpoint } from '../../src/db/read/ledger/checkpoints.ts';
import { reSum, reSumLedger } from '../../src/usecases/ledger/re-sum.ts';
import type { CheckedRule } from '../../src/usecases/ledger/re-sum.ts';
import { correction, holding, postingSql } from '../db/forgeries/honest-writes.ts';
import { STOLEN } from '../db/forgeries/stolen-money.ts';
import { confirmContext } from '../harness/by-two.ts';
import { checkpointNow } from '../harness/checkpoint.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { AYSE, MEHMET, cash, openDesk, retry } from '../harness/desk.ts';
import { insertBankAccount, turkishIban } from '../harness/factories.ts';

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
  [
    'what is decided is in a queue',
    `insert into open_transaction (transaction_id, partner_id, type, status, amount_cents, waiting_since)
     select id, partner_id, type, 'waiting_confirmation', amount_cents, now() from transaction`,
    /in the table of open transactions/,
  ],
];

test('intact books add up, and every manipulation is found and named', async (t) => {
  const desk = await openDesk(t);
  const since = await checkpointNow(desk.database.pool('vezne_worker'));
  const id = await desk.deposit();
  await desk.decide(
    (fingerprint) => approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000) }),
    id,
  );
  await intact(desk.database, since);
  for (const [what, text, rule] of TAMPERED) {
    await t.test(what, async (t2) => {
      const { database, found } = await foundAfter(t2, { copyOf: desk.database, since, text, rule });
      assert.deepEqual(await broken(database), found, 'nothing was repaired');
    });
  }
});

/** The rules that something breaks. */
async function broken(database: TestDatabase, since?: LedgerCheckpoint): Promise<CheckedRule[]> {
  const { rules } = await reSum(database.pool('vezne_worker'), { since });
  return rules.filter(({ differences }) => differences.length > 0);
}

/** Nothing is broken. From now on it can be copied. */
async function intact(database: TestDatabase, since: LedgerCheckpoint): Promise<void> {
  assert.deepEqual(await broken(database), []);
  assert.deepEqual(await broken(database, since), []);
  await database.close();
}

/** What is broken in a copy of intact books after this was done to it. */
async function foundAfter(
  t: TestContext,
  {
    copyOf,
    since,
    text,
    rule,
  }: { copyOf: TestDatabase; since: LedgerCheckpoint; text: string; rule: RegExp },
): Promise<{ database: TestDatabase; found: CheckedRule[] }> {
  const database = await createTestDatabase(t, { copyOf });
  await database.pool().query(text);
  const found = await broken(database);
  assert.ok(
    found.some((checked) => rule.test(checked.rule)),
    JSON.stringify(found),
  );
  assert.deepEqual(await broken(database, since), found, 'it was written after the checkpoint');
  return { database, found };
}

const TWO_PEOPLE = /one that two people agreed on is what they were asked/;

/** What the owner does to the people, the words and the times of what happened. */
const REWRITTEN: readonly [what: string, text: string, rule: RegExp][] = [
  [
    'an event was put back by an hour',
    `update event set occurred_at = occurred_at - interval '1 hour'`,
    /has its time/,
  ],
  [
    'a step was put back by an hour',
    `update transaction_step set at = at - interval '1 hour' where trigger = 'correct'`,
    /has its time/,
  ],
  ['a transfer was put back', `update ledger_transfer set at = at - interval '1 hour'`, /has its time/],
  [
    'the two events of a deposit are told in the other order',
    `update event set feed_no = 100 + feed_no where feed_no <> 2;
     update event set feed_no = 104 - feed_no where feed_no > 100`,
    /in the order of its steps/,
  ],
  [
    'a correction has another second person',
    `update transaction_step set actor = 'zeynep', actor_id = 'zeynep' where trigger = 'correct'`,
    /confirmed by its actor/,
  ],
  [
    'a return went somewhere else',
    `update ledger_operation set said = jsonb_set(said, '{sentTo}', '"TR330006100519786457841326"') where kind = 'returned_to_sender'`,
    TWO_PEOPLE,
  ],
  [
    'a return was confirmed by somebody else',
    `update ledger_operation set confirmed_by = 'zeynep', confirmed_by_id = 'zeynep' where kind = 'returned_to_sender'`,
    TWO_PEOPLE,
  ],
  [
    'an operation has no request',
    `set session_replication_role = replica;
     delete from second_person_request where action = 'ledger.post';
     set session_replication_role = origin`,
    TWO_PEOPLE,
  ],
  [
    'an operation posted nothing',
    `insert into ledger_operation (id, kind, bank_account_id, amount_cents, actor, actor_id, note)
     select gen_random_uuid(), 'bank_fee_charged', bank_account_id, 1, 'a', 'a', 'n' from transaction limit 1`,
    /an operation has posted/,
  ],
];

test('people, words and times that the owner changed are found where other rows keep them', async (t) => {
  const desk = await openDesk(t);
  const pool = desk.database.pool('vezne_console');
  const since = await checkpointNow(desk.database.pool('vezne_worker'));
  const [approved, refused] = [await desk.deposit(), await desk.deposit()];
  await desk.decide(
    (fingerprint) =>
      approveDeposit({ transactionId: approved, fingerprint, actor: AYSE, actualCents: cash(1000) }),
    approved,
  );
  const moneySeen = { amountCents: cash(300), bankAccountId: desk.bankAccount.id };
  const refusal = { transactionId: refused, actor: AYSE, reasonCode: 'duplicate', moneySeen } as const;
  await desk.decisions.submit(rejectDeposit(refusal));
  const corrected = await desk.decide(
    (fingerprint) =>
      correctDeposit({ transactionId: approved, fingerprint, actor: AYSE, actualCents: cash(900) }),
    approved,
  );
  const iban = turkishIban(7_000_001);
  const request: OperationRequest = {
    kind: 'returned_to_sender',
    bankAccountId: desk.bankAccount.id,
    refusedTransactionId: refused,
    amountCents: cash(300),
    iban,
    bankBalanceCents: cash(10_000),
  };
  const returned = await postLedgerOperation(
    { pool, retry },
    { id: newId(), request, note: 'back', actor: AYSE },
  );
  const context = { ...confirmContext(pool, MEHMET), senderIban: iban };
  for (const asked of [corrected, returned]) {
    assert.ok('requestId' in asked);
    await confirmRequest(context, asked.requestId);
  }
  await intact(desk.database, since);
  for (const [what, text, rule] of REWRITTEN) {
    await t.test(what, async (t2) => {
      await foundAfter(t2, { copyOf: desk.database, since, text, rule });
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
