import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { approveDeposit } from '../../../../src/usecases/deposits/decide.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { openConsoleDesk } from '../../../harness/console-desk.ts';
import type { ConsoleDesk, Operator } from '../../../harness/console-desk.ts';
import { cash, testDecisions } from '../../../harness/desk.ts';
import { outcomeOf } from '../../../harness/refusals.ts';
import { signedIn } from '../../../harness/signed-in.ts';

async function approval(desk: ConsoleDesk, id: string): Promise<object> {
  return { ...(await desk.press(id)), actualAmount: '1000.00' };
}

suite('a deposit that somebody has open', () => {
  test('is decided by nobody else, who is told the name, until it is taken over', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const ayse = await desk.operator({ name: 'Ayşe Işık' });
    const mehmet = await desk.operator({ name: 'Mehmet Can' });
    const opened = await ayse.page.call('claimDeposit', {}, { id });
    assert.equal((opened.body['claim'] as { isMine: boolean }).isMine, true);
    const claimed = { status: 409, code: 'deposit_claimed', claimedBy: 'Ayşe Işık' };
    const told = ({ status, code, body }: Awaited<ReturnType<typeof mehmet.page.call>>) => ({
      status,
      code,
      claimedBy: body['claimedBy'],
    });
    assert.deepEqual(told(await mehmet.page.call('claimDeposit', {}, { id })), claimed);
    const press = await approval(desk, id);
    assert.deepEqual(told(await mehmet.page.call('approveDeposit', press, { id })), claimed);
    const reject = { ...(await desk.press(id)), reason: 'no_money_seen' };
    assert.deepEqual(told(await mehmet.page.call('rejectDeposit', reject, { id })), claimed);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const hold = { ...(await desk.press(id)), until, reason: 'bank_down' };
    assert.deepEqual(told(await mehmet.page.call('holdDeposit', hold, { id })), claimed);
    assert.equal((await desk.see(id)).status, 'waiting_confirmation');

    const taken = await mehmet.page.call('claimDeposit', { takeOver: true }, { id });
    assert.equal((taken.body['claim'] as { name: string }).name, 'Mehmet Can');
    assert.equal((await ayse.page.call('approveDeposit', press, { id })).body['claimedBy'], 'Mehmet Can');
    assert.equal((await mehmet.page.call('approveDeposit', press, { id })).status, 200);
    const { rows } = await desk.owner.query<{ actor_id: string; details: { from: string } }>(
      `select actor_id, details from audit_entry where action = 'deposit.take_over'`,
    );
    assert.deepEqual(
      rows.map(({ actor_id, details }) => [actor_id, details.from]),
      [[mehmet.person.id, ayse.person.handle]],
    );
  });

  test('is closed when its person opens five others after it', async (t) => {
    const desk = await openConsoleDesk(t);
    const ayse = await desk.operator();
    const mehmet = await desk.operator();
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const id = await desk.deposit();
      ids.push(id);
      assert.equal((await ayse.page.call('claimDeposit', {}, { id })).status, 200);
    }
    const [first = '', second = ''] = ids;
    assert.equal((await mehmet.page.call('claimDeposit', {}, { id: second })).code, 'deposit_claimed');
    assert.equal((await mehmet.page.call('claimDeposit', {}, { id: first })).status, 200);
    // What is decided is not open any more, and does not count.
    const [last = ''] = ids.slice(-1);
    assert.equal(
      (await ayse.page.call('approveDeposit', await approval(desk, last), { id: last })).status,
      200,
    );
    assert.equal((await ayse.page.call('claimDeposit', {}, { id: await desk.deposit() })).status, 200);
    assert.equal((await mehmet.page.call('claimDeposit', {}, { id: second })).code, 'deposit_claimed');
    // What a colleague has open is not counted either, and stays open.
    assert.equal((await ayse.page.call('claimDeposit', {}, { id: await desk.deposit() })).status, 200);
    assert.equal((await mehmet.page.call('claimDeposit', {}, { id: second })).status, 200);
    assert.equal((await ayse.page.call('claimDeposit', {}, { id: first })).code, 'deposit_claimed');
  });

  test('is free when its person closes it, signs out, or has let its time pass', async (t) => {
    const desk = await openConsoleDesk(t);
    const ayse = await desk.operator();
    const mehmet = await desk.operator();
    const open = async (): Promise<string> => {
      const id = await desk.deposit();
      await ayse.page.call('claimDeposit', {}, { id });
      return id;
    };
    const [closed, late, left] = [await open(), await open(), await open()];
    await mehmet.page.call('releaseDeposit', undefined, { id: closed });
    const press = await approval(desk, closed);
    assert.equal((await mehmet.page.call('approveDeposit', press, { id: closed })).code, 'deposit_claimed');
    assert.equal((await ayse.page.call('releaseDeposit', undefined, { id: closed })).status, 200);
    assert.equal((await mehmet.page.call('approveDeposit', press, { id: closed })).status, 200);
    await desk.owner.query(
      `update deposit_claim set claimed_at = now() - interval '3 minutes', extended_at = now() - interval '2 minutes',
         until = now() - interval '1 second' where transaction_id = $1`,
      [late],
    );
    assert.equal(
      (await mehmet.page.call('approveDeposit', await approval(desk, late), { id: late })).status,
      200,
    );
    await ayse.page.call('signOut');
    assert.equal(
      (await mehmet.page.call('approveDeposit', await approval(desk, left), { id: left })).status,
      200,
    );
  });

  test('is no hindrance to whoever confirms, nor to the command line', async (t) => {
    const desk = await openConsoleDesk(t);
    const ayse = await desk.operator();
    const mehmet = await desk.operator({ roles: ['senior_operator'] });
    const large = await desk.deposit({ amountCents: 60_000_00n });
    const press = { ...(await desk.press(large)), actualAmount: '60000.00' };
    const { body } = await ayse.page.call('approveDeposit', press, { id: large });
    await ayse.page.call('claimDeposit', {}, { id: large });
    const confirmer = signedIn({ id: mehmet.person.id, name: mehmet.person.handle });
    await confirmRequest(
      confirmContext(desk.database.pool('vezne_console'), confirmer),
      String(body['requestId']),
    );
    assert.equal((await desk.see(large)).status, 'approved');

    const id = await desk.deposit();
    await ayse.page.call('claimDeposit', {}, { id });
    const { fingerprint } = await desk.see(id);
    const actor = { kind: 'command_line', id: mehmet.person.id, name: mehmet.person.handle } as const;
    const approved = await testDecisions(desk.database.pool('vezne_admin')).submit(
      approveDeposit({ transactionId: id, fingerprint, actor, actualCents: cash(1000) }),
    );
    assert.equal(outcomeOf(approved), 'made');
  });

  test('can’t be opened when it is decided, or was never one', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await desk.deposit();
    await page.call('approveDeposit', await approval(desk, id), { id });
    const decided = await page.call('claimDeposit', {}, { id });
    assert.deepEqual([decided.code, decided.body['refusal']], ['decision_refused', 'state_conflict']);
    for (const other of [randomUUID(), await desk.withdrawal()])
      assert.equal((await page.call('claimDeposit', {}, { id: other })).code, 'not_found');
  });

  test('a repeat after a lost answer is made, though somebody else has opened it since', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit({ amountCents: 60_000_00n });
    const ayse = await desk.operator();
    const mehmet = await desk.operator();
    const press = { ...(await desk.press(id)), actualAmount: '60000.00' };
    const asked = await ayse.page.call('approveDeposit', press, { id });
    await mehmet.page.call('claimDeposit', {}, { id });
    assert.deepEqual((await ayse.page.call('approveDeposit', press, { id })).body, asked.body);
  });

  test('fifty pages open one at once: one has it, and the others are told whose it is', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const people: Operator[] = [];
    for (let count = 0; count < 10; count += 1)
      people.push(await desk.operator({ name: `Operator ${count}` }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => ({
        name: `Operator ${at % 10}`,
        answer: await people[at % 10]?.page.call('claimDeposit', {}, { id }),
      })),
    );
    const winners = new Set(answers.filter(({ answer }) => answer?.status === 200).map(({ name }) => name));
    assert.equal(winners.size, 1);
    const [winner] = winners;
    for (const { name, answer } of answers)
      if (name !== winner)
        assert.deepEqual([answer?.code, answer?.body['claimedBy']], ['deposit_claimed', winner]);
  });
});
