import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type pg from 'pg';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import { systemClock } from '../../../src/clock.ts';
import { newId } from '../../../src/ids.ts';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { makeNextStatement } from '../../../src/usecases/partner-statements/make.ts';
import { startTestApi } from '../../harness/api.ts';
import { get } from '../../harness/client.ts';
import { parse } from '../../harness/csv-file.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';
import { writeHistory } from '../../harness/partner-history.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { pdfLines, sheetOf } from '../../harness/statement-files.ts';

const TRANSACTIONS_OF_EACH = 5_000;
const MONTHS = 4;

interface Expected {
  openingCents: Cents;
  closingCents: Cents;
  reservedOpeningCents: Cents;
  reservedClosingCents: Cents;
}

/** Straight from the entries and their times, by no code of statements. */
async function balancesOf(
  owner: pg.Pool,
  partnerId: string,
  span: { from: Date; until: Date },
): Promise<Expected> {
  const { rows } = await owner.query<Expected>(
    `select sum(e.amount_cents) filter (where a.kind = 'partner_balance' and t.at < $2)::int8 as "openingCents",
       sum(e.amount_cents) filter (where a.kind = 'partner_balance' and t.at < $3)::int8 as "closingCents",
       sum(e.amount_cents) filter (where a.kind = 'partner_reserved' and t.at < $2)::int8 as "reservedOpeningCents",
       sum(e.amount_cents) filter (where a.kind = 'partner_reserved' and t.at < $3)::int8 as "reservedClosingCents"
     from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
     where a.partner_id = $1`,
    [partnerId, span.from, span.until],
  );
  const [found] = rows;
  assert.ok(found);
  const orNothing = (amount: Cents | null): Cents => amount ?? cents(0n);
  return {
    openingCents: orNothing(found.openingCents),
    closingCents: orNothing(found.closingCents),
    reservedOpeningCents: orNothing(found.reservedOpeningCents),
    reservedClosingCents: orNothing(found.reservedClosingCents),
  };
}

interface Made {
  format: 'csv' | 'xlsx' | 'pdf';
  sha256: string;
  bytes: Buffer;
}

async function ask(
  owner: pg.Pool,
  wish: {
    partnerId: string;
    personId: string;
    month: string | null;
    from: string;
    to: string;
    language: 'tr' | 'en';
    format: string;
  },
): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      wish.partnerId,
      wish.month && `${wish.month}-01`,
      wish.from,
      wish.to,
      wish.language,
      wish.format,
      wish.personId,
    ],
  );
  return id;
}

async function bytesOf(owner: pg.Pool, id: string): Promise<Made> {
  const { rows } = await owner.query<{
    format: Made['format'];
    sha256: Buffer;
    bytes: Buffer;
    state: string;
  }>(
    `select s.format, s.sha256, s.state, (
       select string_agg(c.bytes, ''::bytea order by c.no) from partner_statement_chunk c where c.statement_id = s.id
     ) as bytes
     from partner_statement s where s.id = $1`,
    [id],
  );
  const [found] = rows;
  assert.equal(found?.state, 'ready');
  const sha256 = createHash('sha256').update(found.bytes).digest('hex');
  assert.equal(found.sha256.toString('hex'), sha256);
  return { format: found.format, sha256, bytes: found.bytes };
}

/** What every file has to say, however it says it. */
interface Said extends Expected {
  movements: number;
  grossCents: bigint;
  commissionCents: bigint;
  netCents: bigint;
}

const inCents = (text: string): bigint => {
  const [, sign, units = '', fraction = ''] = /^([-−]?)([\d.,]+)[.,](\d\d)$/.exec(text) ?? [];
  const magnitude = BigInt(units.replaceAll(/[.,]/g, '') + fraction);
  return sign === '' ? magnitude : -magnitude;
};

const add = (sum: bigint, text: string | undefined): bigint => sum + inCents(text ?? '');

/** Added up from the lines of the file; its own totals must agree. */
function saidByCsv(bytes: Buffer): Said {
  const [head = [], ...rows] = parse(bytes.toString('utf8').slice(1));
  const at = (name: string): number => head.indexOf(name);
  const ofRecord = (record: string): string[][] => rows.filter((row) => row[0] === record);
  const sum = (record: string, column: string): bigint =>
    ofRecord(record).reduce((total, row) => add(total, row[at(column)]), 0n);
  const only = (record: string, column: string): Cents =>
    cents(inCents(ofRecord(record)[0]?.[at(column)] ?? ''));
  for (const column of ['gross', 'commission', 'net']) {
    assert.equal(sum('movement', column), sum('sum', column), column);
    assert.equal(sum('movement', column), sum('total', column), column);
  }
  assert.equal(sum('reserved', 'reserved'), only('closing', 'reserved') - only('opening', 'reserved'));
  return {
    movements: ofRecord('movement').length,
    grossCents: sum('movement', 'gross'),
    commissionCents: sum('movement', 'commission'),
    netCents: sum('movement', 'net'),
    openingCents: only('opening', 'balance'),
    closingCents: only('closing', 'balance'),
    reservedOpeningCents: only('opening', 'reserved'),
    reservedClosingCents: only('closing', 'reserved'),
  };
}

function saidByXlsx(bytes: Buffer): Said {
  const sheet = sheetOf(bytes, 2);
  const rows = Math.max(...[...sheet.keys()].map((address) => Number(address.replaceAll(/\D/g, ''))));
  const movements = Array.from({ length: rows }, (_, index) => index + 1).filter(
    (row) => sheet.has(`A${row}`) && row > 1,
  );
  const sum = (column: string): bigint =>
    movements.reduce((total, row) => add(total, sheet.get(`${column}${row}`)), 0n);
  assert.deepEqual(
    ['F', 'G', 'H'].map((column) => inCents(sheet.get(`${column}${rows - 1}`) ?? '')),
    ['F', 'G', 'H'].map(sum),
    'the row of totals',
  );
  const summary = sheetOf(bytes, 1);
  const last = [...summary].filter(([address]) => address.startsWith('E')).map(([, value]) => value);
  const [, openingCents] = last;
  const heading = last.findLastIndex((value) => !/^-?\d+\.\d\d$/.test(value));
  return {
    movements: movements.length,
    grossCents: sum('F'),
    commissionCents: sum('G'),
    netCents: sum('H'),
    openingCents: cents(inCents(openingCents ?? '')),
    closingCents: cents(inCents(sheet.get(`I${rows}`) ?? '')),
    reservedOpeningCents: cents(inCents(last[heading + 1] ?? '')),
    reservedClosingCents: cents(inCents(last.at(-1) ?? '')),
  };
}

const LINE = /^\d\d\.\d\d\.\d{4} \d\d:\d\d$/;

/** Every line is read, and so is every sum of a page: each carries on where the one before ended. */
async function saidByPdf(bytes: Buffer): Promise<Said> {
  const pages = await pdfLines(bytes);
  const sums = [0n, 0n, 0n];
  const totals: bigint[][] = [];
  let movements = 0;
  let balance: bigint | undefined;
  let [openingCents, closingCents, reservedOpeningCents, reservedClosingCents] = [0n, 0n, 0n, 0n];
  for (const [index, lines] of pages.entries()) {
    const ofPage = [0n, 0n, 0n];
    for (const [place, line] of lines.entries()) {
      const [first = '', ...rest] = line;
      const figures = rest.filter((text) => /^[−\d.]+,\d\d$/.test(text)).map(inCents);
      if (LINE.test(first)) {
        movements += 1;
        for (const [column, amount] of figures.slice(-4, -1).entries()) {
          sums[column] = (sums[column] ?? 0n) + amount;
          ofPage[column] = (ofPage[column] ?? 0n) + amount;
        }
        balance = figures.at(-1);
      } else if (first === 'Açılış bakiyesi' && rest.length === 1) {
        openingCents = figures[0] ?? 0n;
        balance = openingCents;
      } else if (first === 'Sayfa toplamı') assert.deepEqual(figures, ofPage, `the sum of page ${index + 1}`);
      else if (first === 'Önceki sayfadan devir' || first === 'Sonraki sayfaya devir')
        assert.deepEqual(figures, [...sums, balance], `what page ${index + 1} carries`);
      else if (first === 'Toplam') totals.push(figures);
      else if (first === 'Kapanış bakiyesi') closingCents = figures[0] ?? 0n;
      else if (first === 'Dönem başında ayrılmış') {
        const [figure = '', ...others] = lines[place + 1] ?? [];
        reservedOpeningCents = inCents(figure);
        reservedClosingCents = inCents(others.at(-1) ?? '');
      }
    }
    assert.ok(lines.some((line) => line.at(-1) === `Sayfa ${index + 1} / ${pages.length}`));
  }
  assert.deepEqual(totals, [sums, sums], 'on the first page and on the last');
  return {
    movements,
    grossCents: sums[0] ?? 0n,
    commissionCents: sums[1] ?? 0n,
    netCents: sums[2] ?? 0n,
    openingCents: cents(openingCents),
    closingCents: cents(closingCents),
    reservedOpeningCents: cents(reservedOpeningCents),
    reservedClosingCents: cents(reservedClosingCents),
  };
}

const READERS = {
  csv: async (bytes: Buffer) => saidByCsv(bytes),
  xlsx: async (bytes: Buffer) => saidByXlsx(bytes),
  pdf: saidByPdf,
};

test(`of ${2 * TRANSACTIONS_OF_EACH} transactions in both modes, every month adds up, in the books and in every file`, async (t) => {
  const api = await startTestApi(t, { partner: { mode: SETTLEMENT_MODES[0], fixedCents: 25n } });
  const { owner, database } = api;
  const worker = database.pool('vezne_worker');
  const context = { pool: worker, clock: systemClock, log: silentLog };
  const bankAccount = await insertBankAccount(owner);
  const partners: TestPartner[] = [
    api.partner,
    await insertPartner(owner, { mode: SETTLEMENT_MODES[1], fixedCents: 25n }),
  ];
  const thisMonth = turkishMonth(new Date());
  const first = new Date(spanOfMonth(thisMonth).from.getTime() - MONTHS * 30 * 86_400_000);
  const from = spanOfMonth(turkishMonth(first)).from;
  for (const [index, partner] of partners.entries()) {
    const mode = SETTLEMENT_MODES[index];
    assert.ok(mode);
    const terms = { basisPoints: 300, fixedCents: cents(25n), mode };
    await writeHistory(owner, {
      partner,
      bankAccount,
      terms,
      transactions: TRANSACTIONS_OF_EACH,
      from,
      seed: index,
    });
  }
  const { rows: kinds } = await owner.query<{ kind: string }>(
    'select distinct kind from ledger_transfer order by 1',
  );
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    [
      'adjusted',
      'deposit_approved',
      'deposit_corrected',
      'deposit_refused',
      'payout_returned',
      'refused_money_credited',
      'settled_to_partner',
      'topped_up',
      'withdrawal_approved',
      'withdrawal_authorised',
      'withdrawal_released',
    ],
  );
  const { left } = await closeMonths(worker, { afterSeconds: 0 });
  assert.deepEqual(left, []);

  for (const partner of partners) {
    const person = await insertPartnerPerson(owner, { partnerId: partner.id });
    const { rows: months } = await owner.query<Expected & { month: string; no: number; movements: number }>(
      `select to_char(month, 'YYYY-MM') as month, no, movements, opening_cents as "openingCents", closing_cents as "closingCents",
         reserved_opening_cents as "reservedOpeningCents", reserved_closing_cents as "reservedClosingCents"
       from partner_month where partner_id = $1 order by month`,
      [partner.id],
    );
    assert.ok(months.length >= MONTHS);
    assert.deepEqual(
      months.map(({ no }) => no),
      months.map((_, index) => index + 1),
    );
    for (const [index, { month, no: _no, movements, ...ends }] of months.entries()) {
      assert.deepEqual(ends, await balancesOf(owner, partner.id, spanOfMonth(month)), month);
      const wish = { partnerId: partner.id, personId: person.id, month, ...daysOf(month) };
      const ids = await Promise.all(
        (['csv', 'xlsx', 'pdf'] as const).map(
          async (format) => await ask(owner, { ...wish, format, language: 'tr' }),
        ),
      );
      for (const _ of ids) assert.equal(await makeNextStatement(context), true);
      for (const id of ids) {
        const { format, bytes, sha256 } = await bytesOf(owner, id);
        const said = await READERS[format](bytes);
        assert.equal(said.movements, movements, `${month} ${format}`);
        assert.equal(said.openingCents + said.netCents, said.closingCents, `${month} ${format}`);
        assert.equal(said.grossCents + said.commissionCents, said.netCents, `${month} ${format}`);
        const { openingCents, closingCents, reservedOpeningCents, reservedClosingCents } = said;
        assert.deepEqual(
          { openingCents, closingCents, reservedOpeningCents, reservedClosingCents },
          ends,
          format,
        );
        if (index > 0) continue;
        // Made twice, it is the same bytes.
        await owner.query('delete from partner_statement where id = $1', [id]);
        const again = await ask(owner, { ...wish, format, language: 'tr' });
        assert.equal(await makeNextStatement(context), true);
        assert.equal((await bytesOf(owner, again)).sha256, sha256, format);
      }
    }
    // All of its life until now ends where GET /v1/balance is.
    const all = { from: turkishDay(from), to: turkishDay(new Date()), month: null };
    const id = await ask(owner, {
      partnerId: partner.id,
      personId: person.id,
      ...all,
      language: 'en',
      format: 'csv',
    });
    assert.equal(await makeNextStatement(context), true);
    const said = saidByCsv((await bytesOf(owner, id)).bytes);
    const { json } = await get(api.url, partner, '/v1/balance');
    assert.deepEqual([said.openingCents, said.closingCents, said.reservedClosingCents].map(Number), [
      0,
      json?.['availableCents'],
      json?.['reservedCents'],
    ]);
    assert.equal(said.openingCents + said.netCents, said.closingCents);
  }
  assert.equal(await makeNextStatement(context), false, 'nothing waits any more');
});

function daysOf(month: string): { from: string; to: string } {
  const { from, until } = spanOfMonth(month);
  return { from: turkishDay(from), to: turkishDay(new Date(until.getTime() - 1)) };
}
