import assert from 'node:assert/strict';
import { search } from '@vezne/contract/console/search';
import type { SearchKind } from '@vezne/domain/search-kind';
import { toTransactionId } from '../../server/src/ids.ts';
import type { Browser } from '../../server/test/harness/console.ts';
import type { SearchWorld } from './world.ts';

const TRIES = 20;
/** A person waits no longer for an answer. */
const WITHIN_MS = 300;

export interface AskedSearch {
  what: string;
  p50Ms: number;
  slowestMs: number;
}

interface Question {
  kind: SearchKind;
  /** One for each try. */
  texts: readonly string[];
  days?: number;
  isEmpty?: boolean;
}

/** Asks for every kind of thing over HTTP, as the palette does, twenty times each. */
export async function askEveryKind(world: SearchWorld): Promise<AskedSearch[]> {
  const page = await world.session();
  const asked: AskedSearch[] = [];
  for (const [what, question] of Object.entries(await everyQuestion(world)))
    asked.push({ what, ...(await askTimes(page, what, question)) });
  return asked;
}

export function holdSearches(asked: readonly AskedSearch[]): void {
  for (const { what, slowestMs } of asked)
    assert.ok(slowestMs <= WITHIN_MS, `${what}: ${slowestMs.toFixed(0)} ms`);
}

/** Each kind, with what is found and what is not: what is nowhere reads the most. */
async function everyQuestion({ deposits, owner }: SearchWorld): Promise<Record<string, Question>> {
  const { rows } = await owner.query<{ username: string; iban: string; amount: string }>(
    `select (select username from player_name limit 1) as username,
       (select replace((amount_cents / 100.0)::numeric(14, 2)::text, '.', ',') from transaction order by id desc limit 1) as amount,
       (select payout_iban from transaction where payout_iban is not null limit 1) as iban`,
  );
  const { username, iban, amount } = rows[0] ?? assert.fail();
  return {
    id: { kind: 'id', texts: deposits.map(({ id }) => toTransactionId(id)) },
    'a code': { kind: 'code', texts: deposits.map(({ code }) => code.toLowerCase()) },
    'a code with a letter too few': {
      kind: 'code',
      texts: deposits.map(({ code }) => code.slice(1)),
      isEmpty: true,
    },
    'an IBAN of a tenth of all payouts': { kind: 'iban', texts: [iban] },
    'an IBAN that nobody has': { kind: 'iban', texts: ['TR320010009999901234567890'], isEmpty: true },
    'an amount': { kind: 'amount', texts: [amount] },
    'an amount that nobody asked for': { kind: 'amount', texts: ['98.765.432,10'], isEmpty: true },
    'the same in 31 days': { kind: 'amount', texts: ['98.765.432,10'], days: 31, isEmpty: true },
    'a reference': { kind: 'reference', texts: deposits.map(({ reference }) => reference) },
    'a reference that nobody has': { kind: 'reference', texts: ['no-such-order-1'], isEmpty: true },
    "a player's id": { kind: 'player_id', texts: deposits.map(({ customerId }) => customerId) },
    'a user name': { kind: 'user_name', texts: [username] },
    'a name': { kind: 'name', texts: ['Ayşe Karakaya', 'yilmaz zeynep', 'Emine Nur Özoğlu'] },
    'a name that thousands have': { kind: 'name', texts: ['ali', 'mehmet', 'nur'] },
    'the beginnings of names': { kind: 'name', texts: ['ays kar', 'meh oz', 'hus dem'] },
    'a name that nobody has': { kind: 'name', texts: ['Wolfgang Amadeus'], isEmpty: true },
  };
}

async function askTimes(
  page: Browser,
  what: string,
  { kind, texts, days, isEmpty }: Question,
): Promise<Omit<AskedSearch, 'what'>> {
  const times: number[] = [];
  let found = 0;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const text = texts[tried % texts.length] ?? assert.fail();
    const startedMs = performance.now();
    const { status, body } = await page.call('search', { text, ...(days === undefined ? {} : { days }) });
    times.push(performance.now() - startedMs);
    assert.equal(status, 200, `${what}: ${JSON.stringify(body)}`);
    const { groups, meant } = search.response.parse(body);
    const group = groups.find((one) => one.kind === kind) ?? assert.fail(`${what}: "${text}" is no ${kind}`);
    found += group.transactions.length;
    if (isEmpty === true) assert.equal(group.transactions.length, 0, `${what}: ${text}`);
    if (kind === 'code' && isEmpty === true) assert.ok(meant.length > 0, `${text} leads to nothing`);
  }
  if (isEmpty !== true) assert.ok(found > 0, `${what} finds nothing`);
  const sorted = times.toSorted((left, right) => left - right);
  return { p50Ms: sorted[TRIES / 2] ?? assert.fail(), slowestMs: sorted.at(-1) ?? assert.fail() };
}
