import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { bulkLine } from '@vezne/contract/console/deposit-decisions';
import type { BulkLine } from '@vezne/contract/console/deposit-decisions';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';

interface Marked {
  id: string;
  seen: string;
  decisionId: string;
}

async function mark(desk: ConsoleDesk, ids: readonly string[]): Promise<Marked[]> {
  return await Promise.all(ids.map(async (id) => ({ id, ...(await desk.press(id)) })));
}

async function approve(page: Browser, deposits: readonly Marked[]): Promise<ConsoleAnswer> {
  return await page.call('approveDepositsInBulk', { deposits });
}

function linesOf({ status, headers, body }: ConsoleAnswer): BulkLine[] {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  const text = String(body['text']);
  assert.ok(text.endsWith('\n'));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => bulkLine.parse(JSON.parse(line)));
}

const outcomeOf = (lines: readonly BulkLine[], id: string): BulkLine | undefined =>
  lines.find((line) => 'id' in line && line.id === id);

suite('a bulk', () => {
  test('has a line for each: made, claimed, with a warning, changed, gone', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const colleague = await desk.operator({ name: 'Ayşe Işık' });
    const [plain, another, claimed, moved, changed] = [
      await desk.deposit(),
      await desk.deposit(),
      await desk.deposit(),
      await desk.deposit({ amountCents: 60_000_00n }),
      await desk.deposit(),
    ];
    const marked = await mark(desk, [plain, another, claimed, moved, changed]);
    const gone = randomUUID();
    await colleague.page.call('claimDeposit', {}, { id: claimed });
    await desk.owner.query(`update transaction set customer_full_name = 'Somebody Else' where id = $1`, [
      changed,
    ]);
    const lines = linesOf(
      await approve(page, [...marked, { id: gone, seen: 'a'.repeat(64), decisionId: randomUUID() }]),
    );
    assert.equal(lines.length, 6);
    const made = (id: string) => ({ id, outcome: 'made', status: 'approved' });
    const refused = (id: string, refusal: string) => ({ id, outcome: 'refused', refusal });
    assert.deepEqual(outcomeOf(lines, plain), made(plain));
    assert.deepEqual(outcomeOf(lines, another), made(another));
    assert.deepEqual(outcomeOf(lines, claimed), { ...refused(claimed, 'claimed'), claimedBy: 'Ayşe Işık' });
    assert.deepEqual(outcomeOf(lines, moved), refused(moved, 'needs_own_decision'));
    assert.deepEqual(outcomeOf(lines, changed), refused(changed, 'transaction_changed'));
    assert.deepEqual(outcomeOf(lines, gone), refused(gone, 'transaction_not_found'));
    assert.equal((await desk.see(claimed)).status, 'waiting_confirmation');
  });

  test('of a hundred is made, and the same again says the same and does nothing', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const ids: string[] = [];
    for (let count = 0; count < 100; count += 1) ids.push(await desk.deposit());
    const marked = await mark(desk, ids);
    const first = linesOf(await approve(page, marked));
    assert.deepEqual(
      new Set(first.map((line) => JSON.stringify(line))),
      new Set(ids.map((id) => JSON.stringify({ id, outcome: 'made', status: 'approved' }))),
    );
    const again = linesOf(await approve(page, marked));
    const sorted = (lines: readonly BulkLine[]): string[] =>
      lines.map((line) => JSON.stringify(line)).toSorted();
    assert.deepEqual(sorted(again), sorted(first));
    const { rows } = await desk.owner.query('select from transaction_step where step_no > 1');
    assert.equal(rows.length, 100);
    assert.equal((await approve(page, [...marked, ...marked.slice(0, 1)])).code, 'invalid_request');
  });

  test('above the sum is one request, and the same again is the same request', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await desk.deposit({ amountCents: 45_000_00n }));
    const marked = await mark(desk, ids);
    const [asked, ...others] = linesOf(await approve(page, marked));
    assert.deepEqual(asked, { outcome: 'asked', requestId: marked[0]?.decisionId });
    assert.deepEqual(others, []);
    assert.deepEqual(linesOf(await approve(page, marked)), [asked]);
    const { rows } = await desk.owner.query('select from second_person_request');
    assert.equal(rows.length, 1);
    // The same id for other deposits, or with another note, is another bulk, and must not hear that it was asked.
    const [first] = marked;
    const other = { id: await desk.deposit(), ...(await desk.press(ids[0] ?? '')) };
    for (const changed of [
      { deposits: [{ ...other, decisionId: first?.decisionId }] },
      { deposits: marked.slice(0, 5) },
      { deposits: marked, note: 'başka' },
    ]) {
      const { status, body } = await page.call('approveDepositsInBulk', changed);
      assert.deepEqual([status, body['refusal']], [409, 'pressed_otherwise']);
    }
  });

  test('that waits for a second person is not made by the first in halves, nor one by one', async (t) => {
    const desk = await openConsoleDesk(t);
    const asker = await desk.operator();
    const colleague = await desk.operator();
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await desk.deposit({ amountCents: 45_000_00n }));
    const marked = await mark(desk, ids);
    assert.equal(linesOf(await approve(asker.page, marked))[0]?.outcome, 'asked');
    const halves = [await mark(desk, ids.slice(0, 3)), await mark(desk, ids.slice(3))];
    for (const half of halves) {
      const refusals = linesOf(await approve(asker.page, half)).map(
        (line) => 'refusal' in line && line.refusal,
      );
      assert.deepEqual(
        refusals,
        half.map(() => 'request_already_open'),
      );
    }
    const [one = '', another = ''] = ids;
    const press = async (id: string): Promise<object> => ({
      ...(await desk.press(id)),
      actualAmount: '45000.00',
    });
    const alone = await asker.page.call('approveDeposit', await press(one), { id: one });
    assert.deepEqual([alone.status, alone.body['refusal']], [409, 'request_already_open']);
    // It shows on each of them, and nobody is led to one of them as the next.
    const { body } = await read(colleague.page, `/api/deposits/${one}`);
    const { openRequest } = body as { openRequest: { action: string; askedBy: string } };
    assert.deepEqual(
      [openRequest.action, openRequest.askedBy],
      ['deposit.approve_in_bulk', asker.person.handle],
    );
    const fresh = await desk.deposit();
    assert.equal((await read(colleague.page, '/api/deposits/next')).body['id'], fresh);
    // Somebody else may decide one of them, and then it is no longer about that one.
    assert.equal(
      (await colleague.page.call('approveDeposit', await press(another), { id: another })).status,
      200,
    );
    const decided = await read(colleague.page, `/api/deposits/${another}`);
    assert.equal(decided.body['openRequest'], null);
  });

  test('a list in a request that is none does no harm', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await desk.deposit();
    for (const deposits of ['"a"', '[1, null, {}]', '{"transactionId": 1}'])
      await desk.owner.query(
        `insert into second_person_request (id, action, subject_type, subject_id, before, after, details, fingerprint, reasons,
           expires_at, asked_by_kind, asked_by_id, asked_by)
         values (gen_random_uuid(), 'deposit.approve_in_bulk', 'deposits', 'x', '{}', '{}', jsonb_build_object('deposits', $1::jsonb), 'x',
           '{bulk_sum}', now() + interval '1 hour', 'staff', 'x', 'X')`,
        [deposits],
      );
    assert.equal((await read(page, '/api/deposits/next')).body['id'], id);
    assert.equal(linesOf(await approve(page, await mark(desk, [id])))[0]?.outcome, 'made');
  });

  test('above the sum with one that carries a warning is refused as a whole', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await desk.deposit({ amountCents: 45_000_00n }));
    ids.push(await desk.deposit({ amountCents: 60_000_00n }));
    const { status, body } = await approve(page, await mark(desk, ids));
    assert.deepEqual(
      [status, body['code'], body['refusal']],
      [409, 'decision_refused', 'needs_own_decision'],
    );
  });

  test('names the same one twice, or one with two ids, and is refused', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await desk.deposit();
    const marked = await mark(desk, [id, id]);
    assert.equal((await approve(page, marked)).code, 'invalid_request');
    assert.equal((await approve(page, [])).code, 'invalid_request');
    assert.equal((await desk.see(id)).status, 'waiting_confirmation');
  });

  test('uses one id for two: never says of one what became of the other', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const [first, second] = await mark(desk, [await desk.deposit(), await desk.deposit()]);
    assert.ok(first && second);
    const alike = { ...second, decisionId: first.decisionId };
    assert.equal((await approve(page, [first, alike])).code, 'invalid_request');
    assert.equal(linesOf(await approve(page, [first]))[0]?.outcome, 'made');
    // One after the other they are two presses, and both are made.
    assert.equal(linesOf(await approve(page, [alike]))[0]?.outcome, 'made');
    assert.equal((await desk.see(second.id)).status, 'approved');
  });
});
