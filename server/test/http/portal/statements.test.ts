import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { SettlementMode } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import { entryKindOf, entryKindOfReserve } from '@vezne/domain/partner-statement';
import type { MovementKind, ReserveKind } from '@vezne/domain/partner-statement';
import { lastDayOf, nextMonth, spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import { systemClock } from '../../../src/clock.ts';
import { findBalance } from '../../../src/db/read/ledger/balances.ts';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { countDays } from '../../../src/usecases/partner-statements/count-days.ts';
import { makeNextStatement } from '../../../src/usecases/partner-statements/make.ts';
import { releaseWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { fetchFile } from '../../harness/csv-file.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { MEHMET, openDesk } from '../../harness/desk.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';
import { writeHistory } from '../../harness/partner-history.ts';
import { authorisedPayout, fundPayouts } from '../../harness/payouts.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PartnerTestPerson, PortalBrowser } from '../../harness/portal.ts';
import { silentLog } from '../../harness/silent-log.ts';

interface Setting {
  url: string;
  database: TestDatabase;
  partner: TestPartner;
  person: PartnerTestPerson;
  page: PortalBrowser;
  /** The last two that are closed. */
  months: string[];
  make: () => Promise<number>;
}

interface File {
  id: string;
  state: string;
  [name: string]: unknown;
}

const DAY_MS = 86_400_000;
const TODAY = turkishDay(new Date());

async function open(t: TestContext, mode: SettlementMode = 'deduct_from_amount'): Promise<Setting> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const worker = database.pool('vezne_worker');
  const partner = await insertPartner(owner, { mode });
  const first = turkishMonth(new Date(Date.now() - 65 * DAY_MS));
  await writeHistory(owner, {
    partner,
    bankAccount: await insertBankAccount(owner),
    terms: { basisPoints: 300, fixedCents: cents(0n), mode },
    transactions: 200,
    from: spanOfMonth(first).from,
    seed: 11,
  });
  await closeMonths(worker, { afterSeconds: 0 });
  await countDays(worker);
  const portal = await startTestPortal(t, { database });
  const person = await insertPartnerPerson(owner, { partnerId: partner.id, roles: ['finance'] });
  const page = portal.browser();
  await page.signIn(person);
  return {
    url: portal.url,
    database,
    partner,
    person,
    page,
    months: [first, nextMonth(first)],
    async make() {
      let made = 0;
      while (await makeNextStatement({ pool: worker, clock: systemClock, log: silentLog })) made += 1;
      return made;
    },
  };
}

const fileOf = ({ body }: { body: Record<string, unknown> }): File => body['file'] as File;

test('a closed month is asked for, made once, and taken away with its name and its bytes', async (t) => {
  const { url, database, partner, page, person, months, make } = await open(t);
  const [month = ''] = months;
  const wish = { of: 'month', month, language: 'tr', format: 'pdf' };
  const asked = await page.call('askStatement', wish);
  assert.equal(asked.status, 200, asked.text);
  const { id, askedAt, keptUntil, ...file } = fileOf(asked);
  const number = `VZ-${month}-0001`;
  assert.deepEqual(file, {
    month,
    number,
    from: `${month}-01`,
    to: lastDayOf(month),
    language: 'tr',
    format: 'pdf',
    state: 'waiting',
    problem: null,
    sizeBytes: null,
    readyAt: null,
  });
  assert.equal(Date.parse(String(keptUntil)) - Date.parse(String(askedAt)), 90 * DAY_MS);
  assert.equal(fileOf(await page.call('askStatement', wish)).id, id, 'a press that comes twice asks once');
  const early = await page.call('downloadStatement', undefined, { id });
  assert.deepEqual([early.status, early.code], [409, 'statement_not_ready']);
  assert.equal(await make(), 1);
  assert.equal(fileOf(await page.call('askStatement', wish)).id, id, 'nor is it made twice');
  assert.equal(fileOf(await page.call('getStatement', undefined, { id })).state, 'ready');

  await database.pool().query(`update partner set name = 'Mavi Oyun' where id = $1`, [partner.id]);
  const taken = await fetchFile({ url }, page, `/api/statements/${id}/file`);
  assert.equal(taken.status, 200);
  assert.equal(taken.bytes.subarray(0, 5).toString(), '%PDF-');
  const headers = (name: string): string | null => taken.headers.get(name);
  assert.equal(headers('content-type'), 'application/pdf');
  assert.equal(headers('content-disposition'), `attachment; filename="vezne-ekstre-mavi-oyun-${number}.pdf"`);
  assert.equal(headers('content-length'), String(taken.bytes.length));
  assert.equal(headers('cache-control'), 'no-store');
  assert.equal(headers('x-content-type-options'), 'nosniff');
  assert.match(headers('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
  const { body } = await page.call('listStatements');
  const [listed] = body['files'] as File[];
  assert.deepEqual([listed?.id, listed?.state, listed?.['sizeBytes']], [id, 'ready', taken.bytes.length]);

  const { rows } = await database
    .pool()
    .query(
      `select actor_kind, actor, action, subject_id from audit_entry where action like 'partner_statement.%' order by id`,
    );
  const by = { actor_kind: 'partner_staff', actor: person.email, subject_id: id };
  assert.deepEqual(rows, [
    { ...by, action: 'partner_statement.ask' },
    { ...by, action: 'partner_statement.download' },
  ]);
});

test('what each line of a month leads to adds up to that line', async (t) => {
  const { page, months } = await open(t);
  const kinds = new Set<string>();
  for (const month of months) {
    const { body } = await page.call('getStatementMonth', undefined, { query: `?month=${month}` });
    for (const { kind, netCents } of body['sums'] as { kind: MovementKind; netCents: number }[]) {
      kinds.add(kind);
      const found = await sumEntries(page, { book: 'available', kind: entryKindOf(kind), month });
      assert.equal(found, netCents, `${month}: ${kind}`);
    }
    for (const { kind, amountCents } of body['reserveSums'] as { kind: ReserveKind; amountCents: number }[]) {
      const found = await sumEntries(page, { book: 'reserved', kind: entryKindOfReserve(kind), month });
      assert.equal(found, amountCents, `${month}: ${kind}`);
    }
  }
  assert.ok(kinds.has('deposit') && kinds.has('correction') && kinds.has('withdrawal_returned'));
});

/** All entries of a choice, page by page. */
async function sumEntries(
  page: PortalBrowser,
  { book, kind, month }: { book: string; kind: string; month: string },
): Promise<number> {
  const { from, until } = spanOfMonth(month);
  const period = `from=${from.toISOString()}&to=${until.toISOString()}`;
  let sum = 0;
  for (let before = ''; ;) {
    const query = `?book=${book}&kind=${kind}&${period}&limit=250${before}`;
    const { status, body, text } = await page.call('listEntries', undefined, { query });
    assert.equal(status, 200, text);
    const { entries, next } = body as { entries: { amountCents: number }[]; next: number | null };
    for (const { amountCents } of entries) sum += amountCents;
    if (next === null) return sum;
    before = `&before=${next}`;
  }
}

test('the file of a period says up to which entry its balance is, and is the same bytes when it is made twice', async (t) => {
  const { url, database, page, make } = await open(t);
  const owner = database.pool();
  const from = `${TODAY.slice(0, 7)}-01`;
  const { rows } = await owner.query<{ no: string; at: Date }>(
    `select e.entry_no::text as no, t.at from ledger_account a join ledger_entry e on e.account_id = a.id and e.entry_no = a.entry_count
     join ledger_transfer t on t.id = e.transfer_id where a.kind = 'partner_balance'`,
  );
  const last = rows[0] ?? assert.fail();
  const taken = async (language: 'tr' | 'en', format: 'csv' | 'pdf' | 'xlsx'): Promise<Buffer> => {
    const wish = { of: 'period', from, to: TODAY, language, format };
    const { id } = fileOf(await page.call('askStatement', wish));
    assert.equal(await make(), 1);
    return (await fetchFile({ url }, page, `/api/statements/${id}/file`)).bytes;
  };
  for (const [language, words] of [
    ['tr', `${last.no} no.lu kayda kadar bakiye, `],
    ['en', `Balance up to entry ${last.no}, `],
  ] as const) {
    const closing = (await taken(language, 'csv')).toString().trimEnd().split('\r\n').at(-1) ?? '';
    assert.ok(closing.startsWith(`"closing","${last.no}","${last.at.toISOString()}",`), closing);
    assert.ok(closing.includes(words), closing);
  }
  for (const format of ['pdf', 'xlsx'] as const)
    assert.ok((await taken('tr', format)).equals(await taken('tr', format)), format);
});

test('a file of several pieces arrives whole', async (t) => {
  const { url, database, page, person, partner } = await open(t);
  const owner = database.pool();
  const pieces = [Buffer.alloc(1_048_576, 1), Buffer.alloc(1_048_576, 2), Buffer.from('end')];
  const { rows } = await owner.query<{ id: string }>(
    `insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id, state, ended_at, size_bytes, sha256,
       partner_name, first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no)
     values (gen_random_uuid(), $1, '2026-10-01', '2026-10-17', 'en', 'csv', $2, 'ready', now(), $3, sha256('x'), 'x', 1, 1, 1, 1) returning id`,
    [partner.id, person.id, Buffer.concat(pieces).length],
  );
  const id = rows[0]?.id ?? '';
  for (const [index, bytes] of pieces.entries())
    await owner.query('insert into partner_statement_chunk (statement_id, no, bytes) values ($1, $2, $3)', [
      id,
      index + 1,
      bytes,
    ]);
  await owner.query('update partner set name = $2 where id = $1', [
    partner.id,
    'Çılgın "Oyun"; x=../ŞANS 漢',
  ]);
  const taken = await fetchFile({ url }, page, `/api/statements/${id}/file`);
  assert.ok(taken.bytes.equals(Buffer.concat(pieces)));
  assert.equal(
    taken.headers.get('content-disposition'),
    'attachment; filename="vezne-statement-cilgin-oyun-x-sans-2026-10-01_2026-10-17.csv"',
  );
  await owner.query('delete from partner_statement_chunk where no = 3');
  await assert.rejects(
    fetchFile({ url }, page, `/api/statements/${id}/file`),
    'one that is cut is not taken for whole',
  );
});

test('a month and the period of the same days are two files', async (t) => {
  const { page, months, make } = await open(t);
  const [month = ''] = months;
  const as = { language: 'tr', format: 'csv' };
  const period = await page.call('askStatement', {
    of: 'period',
    from: `${month}-01`,
    to: lastDayOf(month),
    ...as,
  });
  const whole = await page.call('askStatement', { of: 'month', month, ...as });
  assert.deepEqual([period.status, whole.status], [200, 200], whole.text);
  assert.notEqual(fileOf(period).id, fileOf(whole).id);
  assert.equal(fileOf(await page.call('askStatement', { of: 'month', month, ...as })).id, fileOf(whole).id);
  assert.equal(await make(), 2);
});

test('what cannot be asked for is refused with a reason', async (t) => {
  const { database, page, person, partner } = await open(t);
  const period = { of: 'period', from: '2026-01-01', to: TODAY, language: 'tr', format: 'csv' };
  const tomorrow = turkishDay(new Date(Date.now() + DAY_MS));
  const thisMonth = TODAY.slice(0, 7);
  for (const [wish, code] of [
    [{ of: 'month', month: thisMonth, language: 'tr', format: 'csv' }, 'month_not_closed'],
    [{ of: 'month', month: '2020-01', language: 'tr', format: 'csv' }, 'month_not_closed'],
    [{ ...period, from: TODAY, to: tomorrow }, 'day_to_come'],
    [{ ...period, from: '2025-01-01', to: '2026-01-02' }, 'invalid_request'],
    [{ ...period, from: '2026-02-02', to: '2026-02-01' }, 'invalid_request'],
    [{ ...period, from: '2026-02-30' }, 'invalid_request'],
    [{ ...period, from: '2019-12-31', to: '2020-01-01' }, 'invalid_request'],
    [{ ...period, format: 'doc' }, 'invalid_request'],
    [{ ...period, language: 'de' }, 'invalid_request'],
    [{ of: 'month', month: '2026-13', language: 'tr', format: 'csv' }, 'invalid_request'],
    [{ of: 'year', language: 'tr', format: 'csv' }, 'invalid_request'],
    [{}, 'invalid_request'],
  ] as const) {
    const answer = await page.call('askStatement', wish);
    assert.equal(answer.code, code, JSON.stringify(wish) + answer.text);
  }
  for (let day = 1; day <= 10; day += 1) {
    const wish = { ...period, from: `2026-02-${String(day).padStart(2, '0')}`, to: '2026-02-20' };
    assert.equal((await page.call('askStatement', wish)).status, 200);
  }
  const over = await page.call('askStatement', { ...period, from: '2026-03-01' });
  assert.deepEqual([over.status, over.code], [429, 'too_many_statements']);
  assert.equal(
    (await page.call('askStatement', { ...period, from: '2026-02-01', to: '2026-02-20' })).status,
    200,
    'what waits is answered',
  );
  await database
    .pool()
    .query(`update partner_statement set state = 'failed', problem = 'too_many_movements', ended_at = now()`);
  await database.pool().query(
    `insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id, state, problem, ended_at)
     select gen_random_uuid(), $1, '2026-10-01', '2026-10-02', 'tr', 'csv', $2, 'failed', 'not_made', now() from generate_series(1, 90)`,
    [partner.id, person.id],
  );
  assert.equal(
    (await page.call('askStatement', { ...period, from: '2026-03-01' })).code,
    'too_many_statements',
    'nor too many a day',
  );
  const { body } = await page.call('listStatements');
  const problems = new Set((body['files'] as File[]).map(({ problem }) => problem));
  assert.deepEqual([...problems].toSorted(), ['not_made', 'too_many_movements']);
});

test('what is set aside in the month that runs is shown as of the balance beside it, however far that is counted', async (t) => {
  const desk = await openDesk(t);
  const worker = desk.database.pool('vezne_worker');
  await fundPayouts(desk);
  await countDays(worker);
  const portal = await startTestPortal(t, { database: desk.database });
  const page = portal.browser();
  await page.signIn(
    await insertPartnerPerson(desk.owner, { partnerId: desk.partner.id, roles: ['finance'] }),
  );
  const shown = async () => {
    const { body } = await page.call('getStatementMonth', undefined, {
      query: `?month=${TODAY.slice(0, 7)}`,
    });
    const reserve = body['reserveSums'] as { kind: string; amountCents: number }[];
    return {
      all: Number(body['closingCents']) + Number(body['reservedClosingCents']),
      reserved: body['reservedClosingCents'],
      moved: Object.fromEntries(reserve.map(({ kind, amountCents }) => [kind, amountCents])),
    };
  };
  const before = await shown();
  assert.equal(before.reserved, 0);
  const id = await authorisedPayout(desk);
  assert.deepEqual(await shown(), before, 'nothing of it is counted yet');
  await countDays(worker);
  const aside = await shown();
  assert.deepEqual([aside.all, Number(aside.reserved) > 0], [before.all, true]);
  const released = await desk.decide(
    (fingerprint) => releaseWithdrawal({ transactionId: id, fingerprint, actor: MEHMET }),
    id,
  );
  assert.equal(released.outcome, 'made');
  assert.deepEqual(await shown(), aside, 'nor is it shown as paid while its way back is not counted');
  await countDays(worker);
  assert.deepEqual([(await shown()).all, (await shown()).reserved], [before.all, 0]);
});

for (const mode of ['deduct_from_amount', 'fee_on_top'] as const) {
  test(`${mode}: months, the one that runs and the charts say what the books say`, async (t) => {
    const { database, page, partner, months } = await open(t, mode);
    const { body } = await page.call('listStatements');
    const closed = body['months'] as Record<string, number | string>[];
    assert.deepEqual(
      closed.map(({ month, number }) => [month, number]),
      closed.map((_, index) => {
        const no = closed.length - index;
        const month = Array.from({ length: no - 1 }).reduce<string>(
          (last) => nextMonth(last),
          months[0] ?? '',
        );
        return [month, `VZ-${month}-${String(no).padStart(4, '0')}`];
      }),
    );
    assert.deepEqual([body['today'], body['firstDay']], [TODAY, `${months[0]}-01`]);
    let closing = 0;
    for (const listed of closed.toReversed()) {
      const { body: month } = await page.call('getStatementMonth', undefined, {
        query: `?month=${listed['month']}`,
      });
      for (const name of [
        'openingCents',
        'closingCents',
        'reservedOpeningCents',
        'reservedClosingCents',
        'movements',
        'number',
      ])
        assert.equal(month[name], listed[name], name);
      const sums = month['sums'] as {
        count: number;
        netCents: number;
        grossCents: number;
        commissionCents: number;
      }[];
      const net = sums.reduce((sum, { netCents }) => sum + netCents, 0);
      assert.equal(Number(month['openingCents']), closing);
      closing = Number(month['closingCents']);
      assert.equal(Number(month['openingCents']) + net, closing);
      const reserve = month['reserveSums'] as { amountCents: number }[];
      assert.equal(
        Number(month['reservedOpeningCents']) +
          reserve.reduce((sum, { amountCents }) => sum + amountCents, 0),
        month['reservedClosingCents'],
      );
    }
    const { body: running } = await page.call('getStatementMonth', undefined, {
      query: `?month=${TODAY.slice(0, 7)}`,
    });
    const balance = await findBalance(database.pool('vezne_api'), partner.id, { timeoutMs: 5_000 });
    assert.deepEqual(
      [
        running['number'],
        running['closedAt'],
        running['openingCents'],
        running['closingCents'],
        running['reservedClosingCents'],
      ],
      [null, null, closing, Number(balance.availableCents), Number(balance.reservedCents)],
    );

    for (const month of [...months, TODAY.slice(0, 7)]) {
      const { from, until } = spanOfMonth(month);
      const { body: of } = await page.call('getStatementMonth', undefined, { query: `?month=${month}` });
      const { body: listed } = await page.call('listEntries', undefined, {
        query: `?from=${from.toISOString()}&to=${until.toISOString()}&limit=1`,
      });
      assert.equal(of['entries'], (listed['period'] as { entries: number }).entries, month);
      assert.ok(of['entries'] >= Number(of['movements']));
    }

    const { body: byMonth } = await page.call('getUsage', undefined, { query: '?by=month&months=24' });
    const points = byMonth['points'] as {
      at: string;
      commissionCents: number;
      deposits: Record<string, number>;
      withdrawals: Record<string, number>;
    }[];
    assert.equal(points.length, 24);
    assert.equal(points.at(-1)?.at, TODAY.slice(0, 7));
    const { rows } = await database.pool().query<{ deposits: number; earned: bigint; reserved: bigint }>(
      `select (select count(*)::int4 from ledger_transfer where kind in ('deposit_approved', 'refused_money_credited') and debit_account_id in (
           select id from ledger_account where kind in ('bank', 'unallocated')) and credit_account_id in (
           select id from ledger_account where kind = 'partner_balance')) as deposits,
         (select balance_cents from ledger_account where kind = 'partner_commission' and partner_id = $1) as earned`,
      [partner.id],
    );
    const sum = (pick: (point: (typeof points)[number]) => number | undefined): number =>
      points.reduce((total, point) => total + (pick(point) ?? 0), 0);
    assert.equal(
      sum(({ deposits }) => deposits['count']),
      rows[0]?.deposits,
    );
    // All of the commission is earned but that of what is authorised and not paid.
    const { rows: unpaid } = await database
      .pool()
      .query<{ cents: bigint }>(
        `select coalesce(sum(commission_cents), 0)::int8 as cents from transaction where stage = 'authorised'`,
      );
    assert.equal(
      -sum(({ commissionCents }) => commissionCents),
      Number(rows[0]?.earned) + Number(unpaid[0]?.cents),
    );
    const [month = ''] = months;
    const { body: byDay } = await page.call('getUsage', undefined, { query: `?by=day&month=${month}` });
    const days = byDay['points'] as typeof points;
    assert.deepEqual([days[0]?.at, days.at(-1)?.at], [`${month}-01`, lastDayOf(month)]);
    const whole = points.find(({ at }) => at === month);
    const { body: shown } = await page.call('getStatementMonth', undefined, { query: `?month=${month}` });
    const sums = shown['sums'] as { kind: string }[];
    for (const [name, kind] of [
      ['deposits', 'deposit'],
      ['withdrawals', 'withdrawal'],
    ] as const)
      assert.deepEqual(
        { kind, ...whole?.[name] },
        sums.find((one) => one.kind === kind),
        'a chart has the figures of the table above it',
      );
    for (const kind of ['deposits', 'withdrawals'] as const)
      for (const name of ['count', 'grossCents', 'commissionCents', 'netCents'])
        assert.equal(
          days.reduce((total, day) => total + (day[kind][name] ?? 0), 0),
          whole?.[kind][name],
          `${kind} ${name}`,
        );
  });
}

test('a month that never was, or is to come, is not found', async (t) => {
  const { page } = await open(t);
  for (const month of ['2020-01', '2099-01'])
    assert.equal((await page.call('getStatementMonth', undefined, { query: `?month=${month}` })).status, 404);
  for (const query of ['', '?month=2026-13', '?month='])
    assert.equal((await page.call('getStatementMonth', undefined, { query })).code, 'invalid_request');
  for (const query of ['', '?by=day', '?by=month&months=0', '?by=month&months=25', '?by=year'])
    assert.equal((await page.call('getUsage', undefined, { query })).code, 'invalid_request', query);
});

test('downloads leave room for others', async (t) => {
  const { url, page, months, make, database } = await open(t);
  const wish = { of: 'month', month: months[0], language: 'tr', format: 'csv' };
  const { id } = fileOf(await page.call('askStatement', wish));
  await make();
  const answers = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await fetchFile({ url }, page, `/api/statements/${id}/file`)).status,
    ),
  );
  assert.ok(answers.every((status) => status === 200 || status === 503));
  const sent = answers.filter((status) => status === 200).length;
  assert.ok(sent >= 2);
  assert.ok(sent < answers.length, 'two of a partner at once');
  const { rowCount } = await database
    .pool()
    .query(`select from audit_entry where action = 'partner_statement.download'`);
  assert.equal(rowCount, sent, 'only what was sent is noted');
  assert.equal((await fetchFile({ url }, page, `/api/statements/${id}/file`)).status, 200);
});
