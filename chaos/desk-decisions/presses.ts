import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import { fromAnotherNetwork } from '../../server/test/harness/console.ts';
import type { ConsoleAnswer } from '../../server/test/harness/console.ts';
import { inParallel } from '../parallel.ts';
import type { Random } from '../random.ts';
import type { DeskWorld, Operator } from './world.ts';

/** People at one desk press side by side. */
const AT_ONCE = 8;
/** One press in so many is sent twice, at once or after its answer. */
const TWICE_ONE_IN = 5;
/** Another person presses on one in so many in the same moment. */
const RACED_ONE_IN = 10;
const SAY_EVERY = 500;

type Route =
  | 'approveDeposit'
  | 'rejectDeposit'
  | 'takePayout'
  | 'authorisePayout'
  | 'approvePayout'
  | 'rejectPayout';

const TRIGGERS: Readonly<Record<Route, string>> = {
  approveDeposit: 'approve',
  rejectDeposit: 'reject',
  takePayout: 'take',
  authorisePayout: 'authorise',
  approvePayout: 'approve',
  rejectPayout: 'reject',
};

/** A decision that was reported as made. */
export interface Made {
  decisionId: string;
  transactionId: string;
  trigger: string;
  staffId: string;
}

export interface Pressed {
  made: Made[];
  presses: number;
  twice: number;
  /** Of two people in the same moment, who came second. */
  refused: number;
}

interface Press {
  who: Operator;
  route: Route;
  said: object;
}

/** Decides on everything that waits, over HTTP, until nothing does. */
export async function decideEverything(
  world: DeskWorld,
  { random, say }: { random: Random; say: (line: string) => void },
): Promise<Pressed> {
  const pressed: Pressed = { made: [], presses: 0, twice: 0, refused: 0 };
  const desk = new Desk(world, random, pressed, say);
  const work = random.shuffle([
    ...world.deposits.map((id) => async () => await desk.deposit(id)),
    ...world.payouts.map((id) => async () => await desk.payout(id)),
  ]);
  await inParallel(work, AT_ONCE, async (one) => await one());
  return pressed;
}

class Desk {
  readonly #world: DeskWorld;
  readonly #random: Random;
  readonly #pressed: Pressed;
  readonly #say: (line: string) => void;
  #references = 0;

  constructor(world: DeskWorld, random: Random, pressed: Pressed, say: (line: string) => void) {
    this.#world = world;
    this.#random = random;
    this.#pressed = pressed;
    this.#say = say;
  }

  /** Three different people. */
  #people(): [Operator, Operator, Operator] {
    const [one, other, third] = this.#random.shuffle(this.#world.people);
    assert.ok(one !== undefined && other !== undefined && third !== undefined);
    return [one, other, third];
  }

  #reference(): { bankReference: string } {
    return { bankReference: `D-${(this.#references += 1)}` };
  }

  /** Two in three are approved. */
  async deposit(id: string): Promise<void> {
    const [who, other] = this.#people();
    const decide = (by: Operator): Press =>
      this.#random.below(3) > 0
        ? { who: by, route: 'approveDeposit', said: { actualAmount: '1000.00' } }
        : { who: by, route: 'rejectDeposit', said: { reason: 'no_money_seen', moneySeen: null } };
    await this.#decide(id, decide(who), decide(other));
  }

  /** It is taken and authorised, by one or by two, and then approved; one in five is rejected, by somebody who had no part in it. */
  async payout(id: string): Promise<void> {
    const [who, other, third] = this.#people();
    const { bankAccountId } = this.#world;
    const take = (by: Operator): Press => ({ who: by, route: 'takePayout', said: { bankAccountId } });
    const taker = await this.#decide(id, take(who), take(other));
    const authoriser = this.#random.pick([who, other]);
    const bankBalance = '90000000.00';
    await this.#decide(id, { who: authoriser, route: 'authorisePayout', said: { bankBalance } });
    const approve: Press = { who: taker, route: 'approvePayout', said: this.#reference() };
    const reject: Press = {
      who: third,
      route: 'rejectPayout',
      said: { reason: 'payout_failed' },
    };
    await (this.#random.below(5) > 0 ? this.#decide(id, approve, reject) : this.#decide(id, reject, approve));
  }

  /** Sometimes the rival presses in the same moment: then one of them makes it. Returns who did. */
  async #decide(id: string, press: Press, rival?: Press): Promise<Operator> {
    const rows = await findDecisionRows(this.#world.owner, [id], { timeoutMs: 10_000 });
    const seen = rows.get(id)?.fingerprint ?? assert.fail();
    const isRaced = rival !== undefined && this.#random.below(RACED_ONE_IN) === 0;
    const sent = isRaced ? [press, rival] : [press];
    const won = await Promise.all(sent.map(async (one) => await this.#send(id, seen, one)));
    assert.equal(won.filter(Boolean).length, 1, `${id}: ${sent.map(({ route }) => route).join(' and ')}`);
    if (isRaced) this.#pressed.refused += 1;
    return (sent[won.indexOf(true)] ?? assert.fail()).who;
  }

  /** Sends it once or twice with the same id. True: it made the decision, and each of its answers says so. */
  async #send(id: string, seen: string, { who, route, said }: Press): Promise<boolean> {
    const decisionId = randomUUID();
    const send = async (): Promise<ConsoleAnswer> => {
      this.#pressed.presses += 1;
      return await who.page.call(route, { seen, decisionId, ...said }, { id, headers: fromAnotherNetwork() });
    };
    const answers: ConsoleAnswer[] = [];
    const turn = this.#random.below(2 * TWICE_ONE_IN);
    if (turn === 0) answers.push(...(await Promise.all([send(), send()])));
    else answers.push(await send());
    if (turn === 1) answers.push(await send());
    if (answers.length > 1) this.#pressed.twice += 1;
    const [first] = answers;
    for (const { status, body, text } of answers) {
      assert.ok(status === 200 || status === 409, `${route}: ${status} ${text}`);
      assert.deepEqual([status, body['outcome']], [first?.status, first?.body['outcome']], text);
    }
    if (first?.status !== 200) return false;
    assert.equal(first.body['outcome'], 'made', first.text);
    const { made } = this.#pressed;
    made.push({ decisionId, transactionId: id, trigger: TRIGGERS[route], staffId: who.id });
    if (made.length % SAY_EVERY === 0) this.#say(`${made.length} decisions`);
    return true;
  }
}
