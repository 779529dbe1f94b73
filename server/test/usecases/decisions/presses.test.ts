import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { approveDeposit, confirmOnBehalf, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { approveInBulk } from '../../../src/usecases/deposits/approve-in-bulk.ts';
import { holdDeposit } from '../../../src/usecases/deposits/hold.ts';
import type { Decision, Press } from '../../../src/usecases/decisions/decision.ts';
import { declineRequest } from '../../../src/usecases/four-eyes/end.ts';
import { AYSE, MEHMET, cash, openDesk, testDecisions } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { balances } from '../../harness/ledger.ts';
import { outcomeOf } from '../../harness/refusals.ts';

/** One press; `words` stands for all that is said with it. */
function newPress(trigger: Press['trigger'], words = 'as asked'): Press {
  return { id: randomUUID(), trigger, hash: hashOf(words) };
}

const hashOf = (words: string): Buffer => createHash('sha256').update(words).digest();

async function stepsOf({ owner }: Desk, id: string): Promise<string[]> {
  const { rows } = await owner.query<{ trigger: string }>(
    'select trigger from transaction_step where transaction_id = $1 order by step_no',
    [id],
  );
  return rows.map(({ trigger }) => trigger);
}

suite('the same press again', () => {
  test('is made once, and answered as the first time', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const { fingerprint } = await desk.see(id);
    const press = newPress('approve');
    const approval = approveDeposit({
      transactionId: id,
      fingerprint,
      actor: AYSE,
      actualCents: cash(1000),
      press,
    });
    const made = { outcome: 'made', status: 'approved', stage: null };
    assert.deepEqual(await desk.decisions.submit(approval), made);
    assert.deepEqual(await desk.decisions.submit(approval), made);
    // In another process, as after a failover.
    assert.deepEqual(await testDecisions(desk.database.pool('vezne_console')).submit(approval), made);
    assert.deepEqual(await stepsOf(desk, id), ['create', 'approve']);
    assert.equal((await balances(desk.owner))['bank'], 100_000n);
    const { rows } = await desk.owner.query(
      'select decision_id from transaction_step where decision_id = $1',
      [press.id],
    );
    assert.equal(rows.length, 1);
  });

  test('at the same moment by many processes is made once, and every one says so', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const { fingerprint } = await desk.see(id);
    const press = newPress('approve');
    const approval = { transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000), press };
    const results = await Promise.all(
      Array.from({ length: 10 }, async () =>
        testDecisions(desk.database.pool('vezne_console')).submit(approveDeposit(approval)),
      ),
    );
    assert.deepEqual(new Set(results.map(({ outcome }) => outcome)), new Set(['made']));
    assert.deepEqual(await stepsOf(desk, id), ['create', 'approve']);
  });

  test('of every kind of decision does nothing more', async (t) => {
    const desk = await openDesk(t);
    const until = new Date(Date.now() + 3_600_000);
    const kinds: [string, 'hold' | 'reject' | 'confirm_on_behalf', (input: Start) => Decision][] = [
      ['waiting_confirmation', 'hold', (input) => holdDeposit({ ...input, until, reason: 'bank_down' })],
      ['waiting_confirmation', 'reject', (input) => rejectDeposit({ ...input, reasonCode: 'no_money_seen' })],
      ['waiting_payment', 'confirm_on_behalf', confirmOnBehalf],
    ];
    for (const [status, trigger, make] of kinds) {
      const id = await desk.deposit({ status });
      const { fingerprint } = await desk.see(id);
      const press = newPress(trigger);
      const decision = make({ transactionId: id, fingerprint, actor: AYSE, press });
      const first = await desk.decisions.submit(decision);
      assert.equal(first.outcome, 'made', trigger);
      assert.deepEqual(await desk.decisions.submit(decision), first, trigger);
      assert.deepEqual(await stepsOf(desk, id), ['create', trigger]);
    }
  });

  test('that became a request is the same request, also when that was declined meanwhile', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit({ amountCents: 60_000_00n });
    const { fingerprint } = await desk.see(id);
    const press = newPress('approve');
    const approval = approveDeposit({
      transactionId: id,
      fingerprint,
      actor: AYSE,
      actualCents: cash(60_000),
      press,
    });
    const asked = { outcome: 'asked', requestId: press.id, reasons: ['above_four_eyes'] };
    assert.deepEqual(await desk.decisions.submit(approval), asked);
    assert.deepEqual(await desk.decisions.submit(approval), asked);
    await declineRequest(desk.database.pool('vezne_console'), { id: press.id, actor: MEHMET, reason: 'no' });
    assert.deepEqual(await desk.decisions.submit(approval), asked);
    const { rows } = await desk.owner.query('select id from second_person_request');
    assert.equal(rows.length, 1);
  });
});

type Start = Parameters<typeof confirmOnBehalf>[0] & { fingerprint: string };

suite('an id that was used before says nothing', () => {
  test('by another person', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const { fingerprint } = await desk.see(id);
    const press = newPress('approve');
    const approval = { transactionId: id, fingerprint, actualCents: cash(1000), press };
    await desk.decisions.submit(approveDeposit({ ...approval, actor: AYSE }));
    const other = await desk.decisions.submit(approveDeposit({ ...approval, actor: MEHMET }));
    assert.equal(outcomeOf(other), 'state_conflict');
  });

  test('for another transaction: that is decided by itself', async (t) => {
    const desk = await openDesk(t);
    const [first, decided, open] = [await desk.deposit(), await desk.deposit(), await desk.deposit()];
    const approve = async (id: string, press?: Press) =>
      await desk.decide(
        (fingerprint) =>
          approveDeposit({ transactionId: id, fingerprint, actor: AYSE, actualCents: cash(1000), press }),
        id,
      );
    const press = newPress('approve');
    await approve(decided);
    assert.equal(outcomeOf(await approve(first, press)), 'made');
    assert.equal(outcomeOf(await approve(decided, press)), 'state_conflict');
    assert.equal(outcomeOf(await approve(open, press)), 'made');
    assert.deepEqual(
      await stepsOf(desk, open),
      ['create', 'approve'],
      'it was approved, and not only said so',
    );
  });

  test('for another kind of decision', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const press = randomUUID();
    const reject = (trigger: 'approve' | 'reject') => (fingerprint: string) => ({
      ...rejectDeposit({ transactionId: id, fingerprint, actor: AYSE, reasonCode: 'no_money_seen' }),
      press: { ...newPress(trigger), id: press },
    });
    assert.equal(outcomeOf(await desk.decide(reject('reject'), id)), 'made');
    assert.equal(outcomeOf(await desk.decide(reject('approve'), id)), 'state_conflict');
  });

  test('for another’s request', async (t) => {
    const desk = await openDesk(t);
    const [first, second] = [
      await desk.deposit({ amountCents: 60_000_00n }),
      await desk.deposit({ amountCents: 60_000_00n }),
    ];
    const press = newPress('approve');
    const approve = async (id: string, actor = AYSE) =>
      await desk.decide(
        (fingerprint) =>
          approveDeposit({ transactionId: id, fingerprint, actor, actualCents: cash(60_000), press }),
        id,
      );
    assert.equal(outcomeOf(await approve(first)), 'asked');
    assert.equal(outcomeOf(await approve(second)), 'request_already_open');
    assert.equal(outcomeOf(await approve(second, MEHMET)), 'request_already_open');
    const { rows } = await desk.owner.query('select subject_id from second_person_request');
    assert.deepEqual(rows, [{ subject_id: first }]);
  });
});

suite('the same id with other words is refused, and nothing more is done', () => {
  test('an approval of another amount', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const { fingerprint } = await desk.see(id);
    const press = newPress('approve', '1000.00');
    const approve = (units: number, hash: Buffer) =>
      approveDeposit({
        transactionId: id,
        fingerprint,
        actor: AYSE,
        actualCents: cash(units),
        press: { ...press, hash },
      });
    assert.equal(outcomeOf(await desk.decisions.submit(approve(1000, press.hash))), 'made');
    const other = await desk.decisions.submit(approve(950, hashOf('950.00')));
    assert.deepEqual(other, {
      outcome: 'refused',
      refusal: {
        code: 'pressed_otherwise',
        details: { transactionId: id, status: 'approved', stage: null },
      },
    });
    assert.equal(outcomeOf(await desk.decisions.submit(approve(1000, press.hash))), 'made');
    assert.deepEqual(await stepsOf(desk, id), ['create', 'approve']);
  });

  test('at the same moment: one is made, and the other hears so', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const { fingerprint } = await desk.see(id);
    const press = newPress('approve');
    const results = await Promise.all(
      [1000, 950, 900, 850].map(async (units) =>
        testDecisions(desk.database.pool('vezne_console')).submit(
          approveDeposit({
            transactionId: id,
            fingerprint,
            actor: AYSE,
            actualCents: cash(units),
            press: { ...press, hash: hashOf(String(units)) },
          }),
        ),
      ),
    );
    assert.deepEqual(results.map(outcomeOf).toSorted(), ['made', ...Array(3).fill('pressed_otherwise')]);
    assert.deepEqual(await stepsOf(desk, id), ['create', 'approve']);
  });

  test('a request for another amount, account or note', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit({ amountCents: 60_000_00n });
    const { fingerprint } = await desk.see(id);
    const press = newPress('approve');
    const asked = { transactionId: id, fingerprint, actor: AYSE, actualCents: cash(60_000), press };
    assert.equal(outcomeOf(await desk.decisions.submit(approveDeposit(asked))), 'asked');
    for (const otherwise of [
      { actualCents: cash(59_000) },
      { bankAccountId: desk.bankAccount.id },
      { note: 'another' },
    ]) {
      const other = await desk.decisions.submit(approveDeposit({ ...asked, ...otherwise }));
      assert.equal(outcomeOf(other), 'pressed_otherwise', JSON.stringify(Object.keys(otherwise)));
    }
    assert.equal(outcomeOf(await desk.decisions.submit(approveDeposit(asked))), 'asked');
  });

  test('a step of an earlier version, which has no hash, counts as the same', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const press = newPress('reject');
    const reject = async () =>
      await desk.decide(
        (fingerprint) =>
          rejectDeposit({ transactionId: id, fingerprint, actor: AYSE, reasonCode: 'no_money_seen', press }),
        id,
      );
    assert.equal(outcomeOf(await reject()), 'made');
    await desk.owner.query('update transaction_step set press_hash = null where transaction_id = $1', [id]);
    assert.equal(outcomeOf(await reject()), 'made');
  });
});

test('a bulk that is pressed twice is made once, and asked once', async (t) => {
  const desk = await openDesk(t);
  const pool = desk.database.pool('vezne_console');
  const bulkOf = async (count: number, amountCents: bigint) =>
    await Promise.all(
      Array.from({ length: count }, async () => {
        const transactionId = await desk.deposit({ amountCents });
        const { fingerprint } = await desk.see(transactionId);
        return { transactionId, fingerprint, press: newPress('approve') };
      }),
    );
  const small = await bulkOf(3, 1_000_00n);
  const press = async (deposits: typeof small) =>
    await approveInBulk(
      { pool, decisions: desk.decisions },
      deposits,
      { actor: AYSE },
      {
        requestId: deposits[0]?.press.id ?? '',
      },
    );
  const first = await press(small);
  assert.deepEqual(await press(small), first);
  assert.deepEqual(
    first.outcome === 'decided' && first.results.map(({ status }) => status),
    Array(3).fill('fulfilled'),
  );
  const large = await bulkOf(6, 45_000_00n);
  const asked = await press(large);
  assert.equal(asked.outcome, 'asked');
  assert.deepEqual(await press(large), asked);
  const { rows } = await desk.owner.query('select id from second_person_request');
  assert.equal(rows.length, 1);
});
