import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type {
  BankAccountDetail,
  BankAccountEntry,
  BankAccountRow,
} from '@vezne/contract/console/bank-accounts';
import { commandLineActor } from '@vezne/domain/actor';
import { turkishTime } from '@vezne/domain/turkish-time';
import { approveDeposit } from '../../../../src/usecases/deposits/decide.ts';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { takeWithdrawal } from '../../../../src/usecases/withdrawals/decide.ts';
import { lookAtBankAccount } from '../../../../src/usecases/bank-accounts/look-at.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';
import { fetchFile, parse } from '../../../harness/csv-file.ts';
import { AYSE, cash } from '../../../harness/desk.ts';
import { insertBankAccount, turkishIban } from '../../../harness/factories.ts';
import { assertRefused } from '../../../harness/refusals.ts';
import { insertOpenDeposits } from '../../../usecases/bank-accounts/open-deposits.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const CONFIRM = { marksRead: [] };

async function detailOf(page: Browser, id: string): Promise<BankAccountDetail> {
  const answer = await read(page, `/api/bank-accounts/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as BankAccountDetail;
}

/** What the audit log has of accounts and requests, the newest last. */
async function audited({ owner }: ConsoleDesk): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_entry where action like 'bank_account.%' or action like 'request.%' order by id`,
  );
  return rows.map(({ action }) => action);
}

async function settingsOf({ owner }: ConsoleDesk, id: string): Promise<Record<string, unknown>> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select status, deposits_paused as "depositsPaused", payouts_paused as "payoutsPaused", daily_cap_cents as cap,
       tolerance_cents as tolerance from bank_account where id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

async function approve(desk: ConsoleDesk, transactionId: string): Promise<void> {
  const approved = await desk.decide(
    (fingerprint) => approveDeposit({ transactionId, fingerprint, actor: AYSE, actualCents: cash(1_000) }),
    transactionId,
  );
  assert.equal(approved.outcome, 'made', JSON.stringify(approved));
}

const done = { outcome: 'done', isChanged: true };

suite('bank accounts at the console', () => {
  test('a list for everybody, with IBANs masked for auditors, and entries for those who read everything', async (t) => {
    const desk = await openConsoleDesk(t);
    const { id, iban } = desk.bankAccount;
    const deposit = await desk.deposit({ amountCents: 100_000n });
    await approve(desk, deposit);
    await desk.owner.query(
      `insert into bank_account_day (bank_account_id, day, assigned_cents, assigned_count, returned_cents)
       values ($1, (now() at time zone 'Europe/Istanbul')::date, 500000, 5, 120000)`,
      [id],
    );
    for (const role of ['administrator', 'finance', 'senior_operator', 'operator', 'auditor'] as const) {
      const { page } = await desk.operator({ roles: [role] });
      const answer = await read(page, '/api/bank-accounts');
      assert.equal(answer.status, 200, `${role}: ${answer.text}`);
      const row = (answer.body['accounts'] as BankAccountRow[]).find((one) => one.id === id);
      assert.equal(row?.iban === iban, role !== 'auditor', role);
      assert.ok(role !== 'auditor' || !answer.text.includes(iban));
      assert.deepEqual(
        [row?.status, row?.balanceCents, row?.usedTodayCents, row?.dailyCapCents],
        ['enabled', 100_000, 380_000, null],
      );
      const entries = await read(page, `/api/bank-accounts/${id}/entries`);
      if (role === 'operator') {
        assert.equal(entries.code, 'not_permitted');
        continue;
      }
      // The partner's share and the commission are one transfer at the bank.
      const [only, ...others] = entries.body['entries'] as BankAccountEntry[];
      assert.deepEqual(others, []);
      assert.deepEqual(
        [only?.kind, only?.amountCents, only?.balanceAfterCents, only?.transaction?.id, only?.by],
        ['deposit_approved', 100_000, 100_000, deposit, 'ayse'],
      );
      assert.equal(entries.body['next'], null);
    }
    const { page } = await desk.operator(ADMINISTRATOR);
    for (const path of ['', '/entries'])
      assert.equal((await read(page, `/api/bank-accounts/${randomUUID()}${path}`)).code, 'not_found');
  });

  test('entries come in pages, none of them twice and none cut in two', async (t) => {
    const desk = await openConsoleDesk(t);
    const { id } = desk.bankAccount;
    for (let count = 0; count < 70; count += 1) {
      const deposit = await desk.deposit();
      await approve(desk, deposit);
    }
    const { page } = await desk.operator(ADMINISTRATOR);
    const found: BankAccountEntry[] = [];
    for (let before = ''; before !== 'null';) {
      const query = before === '' ? '' : `?before=${before}`;
      const { body } = await read(page, `/api/bank-accounts/${id}/entries${query}`);
      found.push(...(body['entries'] as BankAccountEntry[]));
      before = String(body['next']);
    }
    assert.equal(found.length, 70);
    assert.equal(new Set(found.map(({ transaction }) => transaction?.id)).size, 70);
    for (const { amountCents } of found) assert.equal(amountCents, 100_000);
  });

  test('entries of a period, as the page shows them and as a file that says who took it', async (t) => {
    const desk = await openConsoleDesk(t, { exportRows: 4 });
    const { id } = desk.bankAccount;
    const deposits: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const deposit = await desk.deposit({ amountCents: 100_000n });
      deposits.unshift(deposit);
      await approve(desk, deposit);
    }
    // One each on the last six days: the newest is of yesterday.
    await desk.owner.query(
      `alter table ledger_transfer disable trigger user;
       update ledger_transfer t set at = now() - (day.back || ' days')::interval
       from unnest(array['${deposits.join("','")}']::uuid[]) with ordinality as day (id, back)
       where t.transaction_id = day.id;
       alter table ledger_transfer enable trigger user`,
    );
    await desk.owner.query(`update transaction set customer_full_name = '=cmd()' where id = $1`, [
      deposits[1],
    ]);
    const dayBack = (days: number): string =>
      turkishTime(new Date(Date.now() - days * 86_400_000)).slice(0, 10);
    const { page, person } = await desk.operator({ roles: ['auditor'] });
    const path = `/api/bank-accounts/${id}/entries`;
    const found = async (query: string): Promise<(string | undefined)[]> => {
      const { body, text } = await read(page, `${path}${query}`);
      assert.ok(Array.isArray(body['entries']), text);
      return (body['entries'] as BankAccountEntry[]).map(({ transaction }) => transaction?.id);
    };
    assert.deepEqual(await found(''), deposits);
    assert.deepEqual(await found(`?from=${dayBack(2)}`), deposits.slice(0, 2));
    assert.deepEqual(await found(`?to=${dayBack(5)}`), deposits.slice(4));
    assert.deepEqual(await found(`?from=${dayBack(3)}&to=${dayBack(2)}`), deposits.slice(1, 3));
    assert.deepEqual(await found('?to=2020-01-01'), []);
    assert.equal((await read(page, `${path}?from=yesterday`)).code, 'invalid_request');

    const file = await fetchFile(desk, page, `${path}/export?from=${dayBack(3)}&to=${dayBack(2)}`);
    assert.deepEqual([...file.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.match(
      file.headers.get('content-disposition') ?? '',
      /^attachment; filename="vezne-entries-[\dT-]+\.csv"$/,
    );
    const [head = [], ...lines] = parse(file.bytes.toString('utf8').slice(1));
    const column = (name: string): (string | undefined)[] => lines.map((cells) => cells[head.indexOf(name)]);
    assert.deepEqual(column('transaction_id'), deposits.slice(1, 3));
    assert.deepEqual(column('amount'), ['1000.00', '1000.00']);
    assert.deepEqual(column('balance_after'), ['5000.00', '4000.00']);
    assert.equal(column('customer')[0], "'=cmd()", 'no cell computes');
    const cut = parse((await fetchFile(desk, page, `${path}/export`)).bytes.toString('utf8').slice(1));
    assert.equal(cut.length, 1 + 4 + 1);
    assert.match(cut.at(-1)?.[0] ?? '', /^CUT: more than 4 entries/);

    const { rows } = await desk.owner.query(
      `select actor_id, subject_id, details ->> 'from' as from from audit_entry where action = 'bank_account.export' order by id`,
    );
    assert.deepEqual(rows, [
      { actor_id: person.id, subject_id: id, from: dayBack(3) },
      { actor_id: person.id, subject_id: id, from: null },
    ]);
    const operator = await desk.operator();
    assert.equal((await read(operator.page, `${path}/export`)).code, 'not_permitted');
    assert.equal((await read(page, `/api/bank-accounts/${randomUUID()}/entries/export`)).code, 'not_found');
  });

  test('an account is added and enabled by two, and its asker confirms neither here nor at the command line', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const pressId = randomUUID();
    const wanted = {
      pressId,
      bankName: 'Garanti BBVA',
      holderName: 'Vezne A.Ş.',
      iban: turkishIban(777),
      dailyCap: '250000.00',
    };
    const asked = await first.page.call('addBankAccount', wanted);
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    assert.equal(
      (await desk.owner.query('select from bank_account where iban = $1', [wanted.iban])).rowCount,
      0,
    );
    assert.deepEqual(await audited(desk), ['request.ask']);
    // Who looks after accounts finds the request from the list, too.
    const { person: operator, page } = await desk.operator();
    const waiting = (await read(first.page, '/api/bank-accounts')).body['waiting'] as { name: string }[];
    assert.deepEqual(
      waiting.map(({ name }) => name),
      ['Garanti BBVA •• 0777'],
    );
    assert.deepEqual((await read(page, '/api/bank-accounts')).body['waiting'], [], operator.handle);
    const own = await first.page.call('confirmRequest', CONFIRM, { id: pressId });
    assert.equal(own.body['refusal'], 'own_request');
    const atTerminal = { ...commandLineActor(first.person.handle), id: first.person.id };
    await assertRefused(
      confirmRequest(confirmContext(desk.database.pool('vezne_admin'), atTerminal), pressId),
      'own_request',
    );
    assert.equal((await second.page.call('confirmRequest', CONFIRM, { id: pressId })).status, 200);
    const added = await detailOf(second.page, pressId);
    assert.deepEqual([added.status, added.dailyCapCents], ['disabled', 25_000_000]);
    assert.deepEqual(added.openedBy, { askedBy: first.person.handle, confirmedBy: second.person.handle });
    // The answer was lost, and the page sends the same press again.
    assert.deepEqual((await first.page.call('addBankAccount', wanted)).body, asked.body);

    const enable = { pressId: randomUUID() };
    const toEnable = await first.page.call('enableBankAccount', enable, { id: pressId });
    assert.deepEqual(toEnable.body, { outcome: 'asked', requestId: enable.pressId });
    assert.equal((await settingsOf(desk, pressId))['status'], 'disabled');
    assert.deepEqual(
      (await detailOf(second.page, pressId)).waiting.map(({ requestId }) => requestId),
      [enable.pressId],
    );
    assert.equal((await second.page.call('confirmRequest', CONFIRM, { id: enable.pressId })).status, 200);
    assert.equal((await settingsOf(desk, pressId))['status'], 'enabled');
    for (const [changes, refusal] of [
      [{ iban: wanted.iban }, 'iban_taken'],
      [{ iban: 'TR00 1234' }, 'iban_invalid'],
      [{ iban: 'DE89370400440532013000' }, 'iban_not_turkish'],
    ] as const) {
      const answer = await first.page.call('addBankAccount', {
        ...wanted,
        pressId: randomUUID(),
        ...changes,
      });
      assert.deepEqual([answer.code, answer.body['refusal']], ['decision_refused', refusal], answer.text);
    }
  });

  test('a lower cap is one person’s; a higher one, none at all and a higher tolerance wait for a second', async (t) => {
    const desk = await openConsoleDesk(t);
    const { id } = desk.bankAccount;
    const first = await desk.operator(ADMINISTRATOR);
    const set = async (settings: object): Promise<ConsoleAnswer> =>
      await first.page.call('setBankAccount', { pressId: randomUUID(), ...settings }, { id });
    assert.deepEqual((await set({ dailyCap: '1000.00', tolerance: '0.00' })).body, done);
    const before = await settingsOf(desk, id);
    assert.deepEqual([before['cap'], before['tolerance']], [100_000n, 0n]);
    for (const wider of [{ dailyCap: '1000.01' }, { dailyCap: null }, { tolerance: '0.01' }]) {
      const asked = await set(wider);
      assert.equal(asked.body['outcome'], 'asked', asked.text);
      assert.deepEqual(await settingsOf(desk, id), before, JSON.stringify(wider));
      const withdrawn = await first.page.call(
        'withdrawRequest',
        { isMine: true },
        { id: String(asked.body['requestId']) },
      );
      assert.equal(withdrawn.status, 200, withdrawn.text);
    }
    assert.equal((await set({ dailyCap: '0.00' })).code, 'invalid_request');
    assert.equal((await set({ tolerance: '-1.00' })).code, 'invalid_request');
  });

  test('whoever decides pauses alone, a senior operator resumes, an administrator disables', async (t) => {
    const desk = await openConsoleDesk(t);
    const { id } = desk.bankAccount;
    const operator = await desk.operator();
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const admin = await desk.operator(ADMINISTRATOR);
    const body = () => ({ pressId: randomUUID(), deposits: true, payouts: false });
    assert.deepEqual((await operator.page.call('pauseBankAccount', body(), { id })).body, done);
    assert.equal((await settingsOf(desk, id))['depositsPaused'], true);
    assert.equal((await admin.page.call('pauseBankAccount', body(), { id })).code, 'not_permitted');
    assert.equal((await operator.page.call('resumeBankAccount', body(), { id })).code, 'not_permitted');
    assert.deepEqual((await senior.page.call('resumeBankAccount', body(), { id })).body, done);
    const press = () => ({ pressId: randomUUID() });
    const last = await admin.page.call('disableBankAccount', press(), { id });
    assert.equal(last.body['refusal'], 'last_enabled_account');
    await insertBankAccount(desk.owner);
    assert.deepEqual((await admin.page.call('disableBankAccount', press(), { id })).body, done);
    assert.equal((await settingsOf(desk, id))['status'], 'disabled');
    assert.deepEqual(await audited(desk), [
      'bank_account.pause',
      'bank_account.resume',
      'bank_account.disable',
    ]);
  });

  test('a freeze says what it would move, stops the account, releases payouts and leaves the deposits to the worker', async (t) => {
    const desk = await openConsoleDesk(t);
    const { id } = desk.bankAccount;
    const [one, other] = [await insertBankAccount(desk.owner), await insertBankAccount(desk.owner)];
    await insertBankAccount(desk.owner, { depositsPaused: true });
    await insertBankAccount(desk.owner, { status: 'disabled' });
    await insertOpenDeposits(desk.owner, { partnerId: desk.partner.id, bankAccountId: id, count: 5 });
    const payout = await desk.withdrawal();
    const taken = await desk.decisions.submit(
      takeWithdrawal({ transactionId: payout, actor: AYSE, bankAccountId: id }),
    );
    assert.equal(taken.outcome, 'made', JSON.stringify(taken));
    const operator = await desk.operator();
    const plan = await operator.page.call('planFreeze', undefined, { id });
    assert.equal(plan.status, 200, plan.text);
    const [lower, upper] = [one.id, other.id].toSorted();
    assert.deepEqual(
      (plan.body['targets'] as { id: string; deposits: number; cents: number }[]).map((target) => [
        target.id,
        target.deposits,
        target.cents,
      ]),
      [
        [lower, 3, 300_000],
        [upper, 2, 200_000],
      ],
    );
    assert.deepEqual(
      [plan.body['deposits'], plan.body['payoutsReleased'], plan.body['payoutsAuthorised']],
      [5, 1, []],
    );
    const admin = await desk.operator(ADMINISTRATOR);
    const press = { pressId: randomUUID(), note: 'the bank called' };
    assert.equal((await admin.page.call('freezeBankAccount', press, { id })).code, 'not_permitted');
    const frozen = await operator.page.call('freezeBankAccount', press, { id });
    assert.deepEqual(frozen.body, done, frozen.text);
    const again = await operator.page.call('freezeBankAccount', press, { id });
    assert.deepEqual(again.body, done, 'a press that comes twice is told what it did');
    const { rows } = await desk.owner.query<{ stage: string; account: string | null }>(
      'select stage, bank_account_id as account from transaction where id = $1',
      [payout],
    );
    assert.deepEqual(rows, [{ stage: 'queued', account: null }]);
    const seen = await detailOf(operator.page, id);
    assert.equal(seen.openDeposits, 5, 'the console moves none itself');
    assert.deepEqual(
      [seen.status, seen.freeze?.worker, seen.freeze?.settledAt, seen.freeze?.hasOtherAccount],
      ['frozen', 'awaited', null, true],
    );
    // Whatever the clock of the console says: the database knows when it was frozen.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    const { freeze } = (await lookAtBankAccount(desk.owner, id)) ?? {};
    t.mock.timers.reset();
    assert.equal(freeze?.worker, 'awaited');
    const { rows: entries } = await desk.owner.query<{ details: Record<string, unknown> }>(
      `select details from audit_entry where action = 'bank_account.freeze'`,
    );
    assert.equal(entries.length, 1);
    assert.equal(entries[0]?.details['reason'], 'the bank called');
    assert.equal(entries[0]?.details['depositsLeft'], 5);
    assert.equal(entries[0]?.details['payoutsReleased'], 1);
  });

  test('a freeze ends by two people at the console, and its watch with it', async (t) => {
    const desk = await openConsoleDesk(t);
    const { id } = desk.bankAccount;
    const watches = async () =>
      (await desk.owner.query('select from bank_account_freeze where bank_account_id = $1', [id])).rowCount;
    const operator = await desk.operator();
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    for (const [name, status] of [
      ['disableBankAccount', 'disabled'],
      ['enableBankAccount', 'enabled'],
    ] as const) {
      await operator.page.call('freezeBankAccount', { pressId: randomUUID() }, { id });
      assert.equal(await watches(), 1);
      const pressId = randomUUID();
      const asked = await first.page.call(name, { pressId }, { id });
      assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
      assert.equal((await settingsOf(desk, id))['status'], 'frozen');
      const confirmed = await second.page.call('confirmRequest', CONFIRM, { id: pressId });
      assert.equal(confirmed.status, 200, confirmed.text);
      assert.equal((await settingsOf(desk, id))['status'], status);
      assert.equal(await watches(), 0);
    }
  });
});
