import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type pg from 'pg';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import { STATEMENT_FORMATS } from '@vezne/domain/partner-statement';
import type { StatementFormat } from '@vezne/domain/partner-statement';
import { spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import type { Language } from '@vezne/domain/written';
import { systemClock } from '../../../src/clock.ts';
import { newId } from '../../../src/ids.ts';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { makeNextStatement } from '../../../src/usecases/partner-statements/make.ts';
import type { MakingContext } from '../../../src/usecases/partner-statements/make.ts';
import { startTestApi } from '../../harness/api.ts';
import { get } from '../../harness/client.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';
import { writeHistory } from '../../harness/partner-history.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { saidByBooks } from './said-by-books.ts';
import type { SaidByBooks } from './said-by-books.ts';
import { READERS } from './said-by-files.ts';
import type { Said } from './said-by-files.ts';
import { sumsOf } from './sums.ts';

const TRANSACTIONS_OF_EACH = 5_000;
const MONTHS = 4;

const LANGUAGES = ['tr', 'en'] as const;

interface ClosedMonth extends Pick<
  SaidByBooks,
  'openingCents' | 'closingCents' | 'reservedOpeningCents' | 'reservedClosingCents'
> {
  month: string;
  no: number;
  movements: number;
}

interface Made {
  format: StatementFormat;
  sha256: string;
  bytes: Buffer;
}

interface Wish {
  partnerId: string;
  personId: string;
  month: string | null;
  from: string;
  to: string;
  language: Language;
  format: StatementFormat;
}

async function ask(owner: pg.Pool, wish: Wish): Promise<string> {
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

  for (const [place, partner] of partners.entries()) {
    const person = await insertPartnerPerson(owner, { partnerId: partner.id });
    const { rows: months } = await owner.query<ClosedMonth>(
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
      const {
        kinds: wanted,
        total,
        reserve,
        ...wantedEnds
      } = await saidByBooks(owner, partner.id, spanOfMonth(month));
      assert.equal(total.grossCents + total.commissionCents, total.netCents, month);
      assert.deepEqual({ ...ends, movements }, { ...wantedEnds, movements: total.movements }, month);
      const language = LANGUAGES[(index + place) % LANGUAGES.length] ?? assert.fail();
      const wish = { partnerId: partner.id, personId: person.id, month, language, ...daysOf(month) };
      const files: (Made & { said: Said })[] = [];
      for (const made of await makeAll(owner, context, wish))
        files.push({ ...made, said: await READERS[made.format](made.bytes, language) });
      for (const {
        format,
        said: { lines, ...saidEnds },
      } of files) {
        const what = `${month} as ${format} in ${language}`;
        assert.deepEqual(saidEnds, { ...wantedEnds, reserve }, what);
        assert.deepEqual(sumsOf(lines), { kinds: wanted, total }, what);
        // To the line.
        assert.deepEqual(lines, files[0]?.said.lines, what);
      }
      // Made twice, it is the same bytes.
      await owner.query('delete from partner_statement where partner_id = $1', [partner.id]);
      assert.deepEqual(
        (await makeAll(owner, context, wish)).map(({ sha256 }) => sha256),
        files.map(({ sha256 }) => sha256),
        month,
      );
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
    const { lines, ...ends } = await READERS.csv((await bytesOf(owner, id)).bytes, 'en');
    const {
      kinds: wanted,
      total,
      ...wantedEnds
    } = await saidByBooks(owner, partner.id, { from, until: new Date() });
    assert.deepEqual(ends, wantedEnds);
    assert.deepEqual(sumsOf(lines), { kinds: wanted, total });
    const { json } = await get(api.url, partner, '/v1/balance');
    assert.deepEqual([ends.openingCents, ends.closingCents, ends.reservedClosingCents].map(Number), [
      0,
      json?.['availableCents'],
      json?.['reservedCents'],
    ]);
  }
  assert.equal(await makeNextStatement(context), false, 'nothing waits any more');
});

async function makeAll(owner: pg.Pool, context: MakingContext, wish: Omit<Wish, 'format'>): Promise<Made[]> {
  const ids: string[] = [];
  for (const format of STATEMENT_FORMATS) ids.push(await ask(owner, { ...wish, format }));
  for (const _ of ids) assert.equal(await makeNextStatement(context), true);
  return await Promise.all(ids.map(async (id) => await bytesOf(owner, id)));
}

function daysOf(month: string): { from: string; to: string } {
  const { from, until } = spanOfMonth(month);
  return { from: turkishDay(from), to: turkishDay(new Date(until.getTime() - 1)) };
}
