import assert from 'node:assert/strict';
import { REQUESTS_PER_SECOND } from '../../server/src/config/api.ts';
import type { BrokenPromise } from './findings.ts';
import type { MadeUp } from './made-up.ts';
import {
  NUMBER,
  TRANSACTION,
  EVENT,
  WITHDRAWAL,
  remove,
  createOf,
  repeatOf,
  pressOf,
  webhookOf,
  saidBy,
  rowOf,
  eventOf,
  removeEvent,
  REFUSED,
  UNANSWERED,
  tryBefore,
  OWN_OF_A_SECOND,
  refuseForRate,
  sendBefore,
  REFUSED_DECISION,
} from './changed-log.ts';

type Planted = readonly [title: string, kind: BrokenPromise, count: number, plant: (made: MadeUp) => void];

/** Each is found as this, once for each of the numbers, and nothing else is. */
export const PLANTED: readonly Planted[] = [
  [
    'an acknowledged create that is not there, with all that was told of it afterwards',
    'lost',
    // The create, its repeat, the press and the decision.
    4,
    ({ transactions, events, lines }) => {
      remove(transactions, ({ id }) => id === TRANSACTION);
      remove(events, ({ eventId }) => eventId === EVENT);
      remove(lines, (line) => line.kind === 'webhook' && line.eventId === EVENT);
    },
  ],
  [
    'a create that is there under another id',
    'lost',
    1,
    ({ lines }) => {
      createOf(lines).id = 'txn_other';
    },
  ],
  [
    'a create that is there with another amount',
    'lost',
    1,
    ({ lines }) => {
      createOf(lines).amountCents += 1;
    },
  ],
  [
    'a create that is there for another partner',
    'lost',
    1,
    ({ lines }) => {
      createOf(lines).partnerId = 'another';
    },
  ],
  [
    'a create that is there for another player',
    'lost',
    1,
    ({ lines }) => {
      createOf(lines).player = 'another';
    },
  ],
  [
    'a withdrawal that is there with another IBAN',
    'lost',
    1,
    ({ lines }) => {
      createOf(lines, WITHDRAWAL).iban = 'TR_OTHER';
    },
  ],
  [
    'a decision that was reported and is no step',
    'lost',
    1,
    (made) => {
      rowOf(made).steps = [{ trigger: 'confirm_sent', at: NUMBER }];
      removeEvent(made);
    },
  ],
  [
    'a press that was taken, and an operator confirmed instead',
    'lost',
    1,
    (made) => {
      const { lines } = made;
      rowOf(made).steps = ['confirm_on_behalf', 'approve'].map((trigger) => ({ trigger, at: NUMBER }));
      lines.push({
        kind: 'decision',
        id: TRANSACTION,
        at: NUMBER + 60,
        trigger: 'confirm_on_behalf',
        outcome: 'made',
      });
    },
  ],
  [
    'a step that is there twice',
    'doubled',
    1,
    (made) => {
      const row = rowOf(made);
      row.steps = [...row.steps, { trigger: 'approve', at: NUMBER + 60 }];
    },
  ],
  [
    'a reference with two transactions',
    'doubled',
    1,
    (made) => {
      made.transactions.push({ ...rowOf(made), id: 'txn_2', steps: [] });
    },
  ],
  [
    'a reference that was acknowledged with two ids',
    'doubled',
    // By what was said, and by what is there.
    2,
    (made) => {
      made.lines.push({ ...createOf(made.lines), at: NUMBER + 60, id: 'txn_2' });
      made.transactions.push({ ...rowOf(made), id: 'txn_2', steps: [] });
    },
  ],
  [
    'a decision that was reported twice',
    'doubled',
    1,
    ({ lines }) => {
      lines.push({ kind: 'decision', id: TRANSACTION, at: NUMBER, trigger: 'approve', outcome: 'made' });
    },
  ],
  [
    'an outcome that was told twice',
    'doubled',
    1,
    ({ events, lines }) => {
      events.push({ ...eventOf(events), eventId: 'evt_2' });
      lines.push({ ...webhookOf(lines), eventId: 'evt_2' });
    },
  ],
  [
    'a block of reference codes that two processes had',
    'codesTwice',
    1,
    ({ lines }) => {
      createOf(lines).api = 1 - createOf(lines).api;
    },
  ],
  [
    'a process that says of its codes that they are in use',
    'codesTwice',
    1,
    ({ lines }) => {
      lines.push({ kind: 'collision', at: NUMBER, process: 'api 1' });
    },
  ],
  [
    'a repeat that was refused',
    'refused',
    1,
    ({ lines }) => {
      lines.push({ ...repeatOf(lines), ...REFUSED });
    },
  ],
  [
    'a create that was refused when its row was there',
    'refused',
    1,
    ({ lines }) => {
      const { id: _, digest: __, ...create } = createOf(lines);
      lines.push({ ...create, ...REFUSED, attempt: 2 });
    },
  ],
  [
    'a create that was refused, and inserted afterwards all the same',
    'refused',
    1,
    (made) => {
      tryBefore(made, { ...REFUSED, at: NUMBER - 60 });
      rowOf(made).idMadeAt = NUMBER - 58;
    },
  ],
  [
    'a create that was refused, and whose id was made in the last millisecond before the next try',
    'refused',
    1,
    (made) => {
      tryBefore(made, { ...REFUSED, at: NUMBER - 60 });
      rowOf(made).idMadeAt = NUMBER - 1;
    },
  ],
  [
    'a create that was refused while an earlier try at another api was still to be inserted',
    'refused',
    1,
    (made) => {
      tryBefore(made, { ...UNANSWERED, api: 1 - createOf(made.lines).api });
      tryBefore(made, { ...REFUSED, at: NUMBER - 60 });
      rowOf(made).idMadeAt = UNANSWERED.at + 1;
    },
  ],
  [
    'a create that was refused for its rate in a second with few of them, though it was to wait for the configuration',
    'refusedForRate',
    1,
    (made) => {
      refuseForRate(made, 6_000);
    },
  ],
  [
    'a create that was refused for its rate when as many as the rate allows had come',
    'refusedForRate',
    1,
    (made) => {
      sendBefore(made, REQUESTS_PER_SECOND - OWN_OF_A_SECOND - 1);
      refuseForRate(made, 6_000);
    },
  ],
  [
    'a repeat with other bytes',
    'otherBytes',
    1,
    ({ lines }) => {
      lines.push({ ...repeatOf(lines), isSame: false });
    },
  ],
  [
    'an answer 500 to a create that is not there yet',
    'serverErrors',
    1,
    ({ lines }) => {
      const { id: _, digest: __, ...create } = createOf(lines);
      lines.push({ ...create, at: NUMBER - 60, tookMs: 5, status: 500 });
    },
  ],
  [
    'an event that never came',
    'webhooksMissing',
    1,
    ({ lines }) => {
      remove(lines, (line) => line.kind === 'webhook' && line.eventId === EVENT);
    },
  ],
  ['an approval without an event', 'webhooksMissing', 1, removeEvent],
  [
    'an approval without an event of which nobody knows whether it was made',
    'webhooksMissing',
    1,
    (made) => {
      const decision = made.lines.find((line) => line.kind === 'decision' && line.id === TRANSACTION);
      assert.ok(decision?.kind === 'decision');
      decision.outcome = 'unknown';
      removeEvent(made);
    },
  ],
  [
    'an event of another kind than the decision',
    'mistold',
    1,
    ({ events, lines }) => {
      events.push({ ...eventOf(events), eventId: 'evt_2', type: 'deposit.rejected' });
      const line = webhookOf(lines);
      lines.push({ ...line, eventId: 'evt_2', says: { ...saidBy(line), event: 'deposit.rejected' } });
    },
  ],
  [
    'an event of another partner',
    'mistold',
    1,
    ({ events, lines }) => {
      eventOf(events).partnerId = 'paused';
      remove(lines, (line) => line.kind === 'webhook' && line.eventId === EVENT);
    },
  ],
  [
    'a webhook with another amount',
    'mistold',
    1,
    ({ lines }) => {
      const line = webhookOf(lines);
      line.says = { ...saidBy(line), playerAmountCents: 1 };
    },
  ],
  [
    'a webhook that nobody signed',
    'mistold',
    1,
    ({ lines }) => {
      lines.push({ kind: 'webhook', at: NUMBER, eventId: EVENT, problem: 'no signature' });
    },
  ],
  [
    'creates that were acknowledged while the primary had no standby',
    'unsafe',
    // At 15.02 s, 15.12 s and so on.
    5,
    ({ lines }) => {
      const broken = lines.find((line) => line.kind === 'fault' && line.step === 'broken');
      Object.assign(broken ?? assert.fail(), { alone: { from: NUMBER, to: NUMBER + 500 } });
    },
  ],
  [
    'a press on an acknowledged deposit that was answered 404, and taken later',
    'refused',
    1,
    ({ lines }) => {
      lines.push({ ...pressOf(lines), at: NUMBER - 60, status: 404 });
    },
  ],
  [
    'a press that was answered 409 when nobody had decided anything yet',
    'refused',
    1,
    ({ lines }) => {
      lines.push({ ...pressOf(lines), at: NUMBER - 60, status: 409 });
    },
  ],
  [
    'an acknowledged deposit that an operator did not find',
    'refused',
    1,
    ({ lines }) => {
      lines.push({ ...REFUSED_DECISION, at: NUMBER + 60, why: 'transaction_not_found' });
    },
  ],
  [
    'a decision that was refused as too late, when nobody had decided anything yet',
    'refused',
    1,
    ({ lines }) => {
      lines.push({ ...REFUSED_DECISION, at: NUMBER - 60, why: 'transaction_changed' });
    },
  ],
  [
    'an answer 500 to a press',
    'serverErrors',
    1,
    ({ lines }) => {
      lines.push({ ...pressOf(lines), status: 500 });
    },
  ],
  ...(['create', 'press', 'decision'] as const).map((act): Planted => [
    `a ${act} that was given up`,
    'givenUp',
    1,
    ({ lines }) => {
      lines.push({ kind: 'givenUp', at: NUMBER, act, of: 'main-never' });
    },
  ]),
  [
    'books that do not verify',
    'books',
    1,
    ({ lines }) => {
      lines.push({ kind: 'books', at: NUMBER, command: 'ledger verify', said: 'A sum is wrong.' });
    },
  ],
  [
    'a webhook of an event that is not there',
    'phantoms',
    1,
    ({ lines }) => {
      lines.push({ kind: 'webhook', at: NUMBER, eventId: 'evt_of_nothing' });
    },
  ],
];
