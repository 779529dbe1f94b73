import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findDecisionRows } from '../../../../src/db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../../../src/db/read/desk/decision-rows.ts';
import type { Decision } from '../../../../src/usecases/decisions/decision.ts';
import { createListLimit } from '../../../../src/usecases/list-reads.ts';
import { cancel } from '../../../../src/usecases/transactions/cancel.ts';
import { createTransactionReads } from '../../../../src/usecases/transactions/reads.ts';
import { takeWithdrawal } from '../../../../src/usecases/withdrawals/decide.ts';
import type { Operator } from '../../../harness/console-desk.ts';
import { BANK_BALANCE, holdsIban, nextReference, openPayoutDesk } from '../../../harness/console-payouts.ts';
import type { PayoutDesk } from '../../../harness/console-payouts.ts';
import { fromAnotherNetwork } from '../../../harness/console.ts';
import type { ConsoleAnswer } from '../../../harness/console.ts';
import { authorise, retry } from '../../../harness/desk.ts';
import { assertBooksHold } from '../../../harness/ledger.ts';
import { outcomeOf, resultOrCode } from '../../../harness/refusals.ts';
import { signedIn } from '../../../harness/signed-in.ts';

/** At least, and more until both have won once: how long a press takes depends on the machine. */
const RACES = 100;
const MOST_RACES = 400;
/** So many payouts are raced for side by side. */
const AT_ONCE = 10;
/** Some presses take longer than others. Whoever wins most starts later the next time, by so much more. */
const STEP_MS = 25;

const GROUPS = ['queued', 'mine', 'others', 'authorised'];

type Route = Parameters<Operator['page']['call']>[0];

interface Racer {
  name: string;
  /** True: this one won. */
  race: (row: DecisionRow) => Promise<boolean>;
}

async function later(ms: number, work: () => Promise<boolean>): Promise<boolean> {
  if (ms > 0) await sleep(ms);
  return await work();
}

/** Two who race for payouts, a bystander who looks all the while, and all that was answered to anybody. */
class Races {
  readonly desk: PayoutDesk;
  readonly ayse: Operator;
  readonly mehmet: Operator;
  readonly bystander: Operator;
  /** What people were answered who may not know where the money goes. */
  #answers: ConsoleAnswer[] = [];

  constructor(desk: PayoutDesk, [ayse, mehmet, bystander]: readonly [Operator, Operator, Operator]) {
    this.desk = desk;
    this.ayse = ayse;
    this.mehmet = mehmet;
    this.bystander = bystander;
  }

  static async open(t: TestContext): Promise<Races> {
    const desk = await openPayoutDesk(t);
    const senior = { roles: ['senior_operator'] } as const;
    return new Races(desk, [
      await desk.operator(senior),
      await desk.operator(senior),
      await desk.operator(senior),
    ]);
  }

  get takes(): { bankAccountId: string } {
    return { bankAccountId: this.desk.bankAccount.id };
  }

  async see(ids: readonly string[]): Promise<DecisionRow[]> {
    const rows = await findDecisionRows(this.desk.owner, ids, { timeoutMs: 5_000 });
    return ids.map((id) => rows.get(id) ?? assert.fail());
  }

  async press(who: Operator, route: Route, row: DecisionRow, more: object): Promise<boolean> {
    const { id, fingerprint: seen } = row;
    const body = { seen, decisionId: randomUUID(), ...more };
    const answer = await who.page.call(route, body, { id, headers: fromAnotherNetwork() });
    this.#answers.push(answer);
    assert.ok([200, 409].includes(answer.status), `${route}: ${answer.status} ${answer.text}`);
    return answer.status === 200;
  }

  async #get({ page }: Operator, path: string): Promise<void> {
    const headers = { 'sec-fetch-site': 'same-origin', ...fromAnotherNetwork() };
    const answer = await page.send(path, { method: 'GET', headers });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    this.#answers.push(answer);
  }

  async look(who: Operator, id: string): Promise<void> {
    await this.#get(who, `/api/withdrawals/${id}`);
  }

  async #lookAtQueue(who: Operator, ids: readonly string[], turn: number): Promise<void> {
    const group = GROUPS[turn % GROUPS.length] ?? assert.fail();
    await Promise.all([
      this.#get(who, `/api/withdrawals/rows?ids=${ids.join(',')}`),
      this.#get(who, `/api/withdrawals?group=${group}`),
    ]);
  }

  /** Payouts that wait, and those in these hands. */
  async payouts(before: readonly ((row: DecisionRow) => Decision)[]): Promise<string[]> {
    const ids = await Promise.all(Array.from({ length: RACES }, async () => await this.desk.withdrawal()));
    for (const make of before) {
      const rows = await this.see(ids);
      const results = await Promise.all(rows.map(async (row) => await this.desk.decisions.submit(make(row))));
      assert.deepEqual(new Set(results.map(outcomeOf)), new Set(['made']));
    }
    return ids;
  }

  /**
   * Lets two race for each payout, several side by side, while the bystander looks. Afterwards those look who may not know, in turns.
   */
  async run(
    t: TestContext,
    before: readonly ((row: DecisionRow) => Decision)[],
    racers: readonly [Racer, Racer],
    mayNot: (row: DecisionRow) => readonly Operator[],
  ): Promise<Map<string, string>> {
    const winners = new Map<string, string>();
    const [one, other] = racers;
    const hasBothWon = (): boolean => new Set(winners.values()).size === 2;
    const ids: string[] = [];
    // Of the first of the two. Below zero it is the other one who waits.
    let lateMs = 0;
    for (let from = 0; from < RACES || (from < MOST_RACES && !hasBothWon()); from += AT_ONCE) {
      if (from === ids.length) ids.push(...(await this.payouts(before)));
      const turn = from / AT_ONCE;
      const some = ids.slice(from, from + AT_ONCE);
      const rows = await this.see(some);
      this.#answers = [];
      let wonByOne = 0;
      await Promise.all([
        this.#lookAtQueue(this.bystander, some, turn),
        ...rows.map(async (row) => {
          const [isOne, isOther] = await Promise.all([
            later(lateMs, async () => await one.race(row)),
            later(-lateMs, async () => await other.race(row)),
            this.look(this.bystander, row.id),
          ]);
          assert.notEqual(isOne, isOther, `${row.id}: ${isOne ? 'both' : 'neither'} won`);
          winners.set(row.id, isOne ? one.name : other.name);
          if (isOne) wonByOne += 1;
        }),
      ]);
      lateMs += wonByOne > AT_ONCE / 2 ? STEP_MS : -STEP_MS;
      await Promise.all(
        (await this.see(some)).map(async (row, index) => {
          const people = mayNot(row);
          await this.look(people[(turn + index) % people.length] ?? assert.fail(), row.id);
        }),
      );
      this.#assertNobodyReads(rows);
    }
    const counts = racers.map(({ name }) => [...winners.values()].filter((won) => won === name).length);
    t.diagnostic(racers.map(({ name }, index) => `${name}: ${counts[index]}`).join(', '));
    assert.ok(!counts.includes(0), 'one of them always wins, which is no race');
    return winners;
  }

  #assertNobodyReads(rows: readonly DecisionRow[]): void {
    for (const { payoutIban } of rows)
      for (const answer of this.#answers)
        assert.ok(!holdsIban(answer, payoutIban ?? assert.fail()), `the IBAN is in ${answer.text}`);
  }

  /** After each race: how it stands, the steps that were made, and the books. */
  async assertEnded(
    winners: ReadonlyMap<string, string>,
    ends: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { rows } = await this.desk.owner.query<{ id: string; end: string }>(
      `select t.id, concat_ws(' ', t.status, t.stage, '|', string_agg(s.trigger, ' ' order by s.step_no)) as end
       from transaction t join transaction_step s on s.transaction_id = t.id where t.id = any ($1) group by t.id`,
      [[...winners.keys()]],
    );
    assert.ok(rows.length >= RACES);
    assert.equal(rows.length, winners.size);
    for (const { id, end } of rows) assert.equal(end, ends[winners.get(id) ?? ''], id);
    await assertBooksHold(this.desk.owner);
  }
}

// All of them at one desk: people who sign in and a database of their own cost more than twenty races.
test('of two who race for a payout one wins, and nobody else reads where the money goes', async (desk) => {
  const races = await Races.open(desk);
  const actor = ({ person }: Operator) => signedIn({ id: person.id, name: person.handle });
  const taken = ({ id: transactionId }: DecisionRow): Decision =>
    takeWithdrawal({ transactionId, actor: actor(races.ayse), ...races.takes });
  const authorised = ({ id: transactionId, fingerprint }: DecisionRow): Decision =>
    authorise({ transactionId, fingerprint, actor: actor(races.ayse) });

  await desk.test('two take it', async (t) => {
    const { ayse, mehmet, bystander, takes } = races;
    const winners = await races.run(
      t,
      [],
      [
        { name: 'ayse', race: async (row) => await races.press(ayse, 'takePayout', row, takes) },
        { name: 'mehmet', race: async (row) => await races.press(mehmet, 'takePayout', row, takes) },
      ],
      () => [ayse, mehmet, bystander],
    );
    const end = 'waiting_confirmation taken | create take';
    await races.assertEnded(winners, { ayse: end, mehmet: end });
    for (const { id, takenById } of await races.see([...winners.keys()]))
      assert.equal(takenById, (winners.get(id) === 'ayse' ? ayse : mehmet).person.id);
  });

  await desk.test('one authorises it, and the taker releases it', async (t) => {
    const { ayse, mehmet, bystander } = races;
    const said = { bankBalance: BANK_BALANCE };
    const winners = await races.run(
      t,
      [taken],
      [
        {
          name: 'authorised',
          race: async (row) => await races.press(mehmet, 'authorisePayout', row, said),
        },
        { name: 'released', race: async (row) => await races.press(ayse, 'releasePayout', row, {}) },
      ],
      ({ stage }) => (stage === 'queued' ? [ayse, mehmet, bystander] : [bystander]),
    );
    await races.assertEnded(winners, {
      authorised: 'waiting_confirmation authorised | create take authorise',
      released: 'waiting_confirmation queued | create take release',
    });
  });

  await desk.test('the taker approves it, and another rejects it', async (t) => {
    const { ayse, mehmet, bystander } = races;
    const reason = { reason: 'payout_failed' };
    const winners = await races.run(
      t,
      [taken, authorised],
      [
        {
          name: 'approved',
          race: async (row) =>
            await races.press(ayse, 'approvePayout', row, { bankReference: nextReference() }),
        },
        { name: 'rejected', race: async (row) => await races.press(mehmet, 'rejectPayout', row, reason) },
      ],
      () => [ayse, mehmet, bystander],
    );
    await races.assertEnded(winners, {
      approved: 'approved | create take authorise approve',
      rejected: 'rejected | create take authorise reject',
    });
  });

  await desk.test('its partner cancels it, and somebody takes it', async (t) => {
    const { ayse, bystander, takes } = races;
    const { database, partner } = races.desk;
    const pool = database.pool('vezne_api');
    const reads = createTransactionReads({ pool, listLimit: createListLimit() });
    const winners = await races.run(
      t,
      [],
      [
        { name: 'taken', race: async (row) => await races.press(ayse, 'takePayout', row, takes) },
        {
          name: 'cancelled',
          race: async ({ id }) => {
            const done = await resultOrCode(cancel({ pool, reads, retry }, { partnerId: partner.id, id }));
            assert.ok(done !== undefined && (typeof done === 'object' || done === 'not_cancellable'));
            return done !== 'not_cancellable';
          },
        },
      ],
      () => [ayse, bystander],
    );
    await races.assertEnded(winners, {
      taken: 'waiting_confirmation taken | create take',
      cancelled: 'rejected | create cancel',
    });
  });
});
