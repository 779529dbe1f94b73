import assert from 'node:assert/strict';
import { turkishTime } from '@vezne/domain/turkish-time';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { markOf } from '../../server/src/http/pay/shown-account.ts';
import { fromTransactionId } from '../../server/src/ids.ts';
import { post } from '../../server/test/harness/client.ts';
import { press } from '../../server/test/http/pay/pages.ts';
import { freezeLastAccount, ibanOf, moveAccount } from './accounts.ts';
import { approve, approveLate, reject, correctToZero } from './decisions.ts';
import { transactionIdOf, uuidOf } from './payments.ts';
import type { Payments } from './payments.ts';

export { approve } from './decisions.ts';

type StepsToState = (payments: Payments, path: string) => Promise<unknown>;

const requestedCents = 100_000n;
const otherCents = 95_000n;

const REASONS = [
  ['amount_mismatch', otherCents],
  ['third_party_sender', requestedCents],
  ['duplicate', null],
  ['suspected_fraud', requestedCents],
  ['player_request', null],
  ['account_closed', null],
  ['other', null],
] as const satisfies [ReasonCode, bigint | null][];
type RejectedState = `rejected-${(typeof REASONS)[number][0]}`;

/**
 * Every state that a player can see, with the steps that lead to it. States that change the account come first: they would
 * move the waiting deposits of later states.
 */
const STEPS_TO_STATE = {
  paused: freezeLastAccount,
  async 'checking-frozen'(payments, path) {
    await press(payments, path);
    await freezeLastAccount(payments, path);
  },
  async moved(payments, path) {
    return path + (await moveShownAccount(payments, path));
  },
  async 'question-moved'(payments, path) {
    return `${path}/sent${await moveShownAccount(payments, path)}`;
  },
  async 'checking-moved'(payments, path) {
    const shown = await moveShownAccount(payments, path);
    await press(payments, path);
    const sentAt = turkishTime(new Date());
    await send(payments, path, { senderName: 'Ayşe Işık', ibanLastFour: '4832', sentAt });
    await send(payments, path, { receipt: receipt(1) });
    return path + shown;
  },
  async pay() {},
  /** With JavaScript the question is a dialog, without it a page. */
  async dialog() {},
  async question(_, path) {
    return await Promise.resolve(`${path}/sent`);
  },
  checking: press,
  async details(payments, path) {
    await press(payments, path);
    return `${path}/details`;
  },
  async 'details-full'(payments, path) {
    await press(payments, path);
    for (const number of [1, 2, 3]) await send(payments, path, { receipt: receipt(number) });
    return `${path}/details`;
  },
  async approved(payments, path) {
    await press(payments, path);
    await approve(payments.desk, transactionIdOf(path), requestedCents);
  },
  async 'approved-other'(payments, path) {
    await press(payments, path);
    await approve(payments.desk, transactionIdOf(path), otherCents);
  },
  async reversed(payments, path) {
    await press(payments, path);
    await approve(payments.desk, transactionIdOf(path), requestedCents);
    await correctToZero(payments.desk, transactionIdOf(path));
  },
  async rejected(payments, path) {
    await press(payments, path);
    await reject(payments.desk, transactionIdOf(path));
  },
  ...rejections(),
  async 'rejected-cancelled'({ url, partner }, path) {
    const { status } = await post(url, partner, `/v1/transactions/${transactionIdOf(path)}/cancel`, {});
    assert.equal(status, 200);
  },
  /** The money came and has left again. */
  async 'rejected-gone'(payments, path) {
    await press(payments, path);
    await reject(payments.desk, transactionIdOf(path), 'amount_mismatch', otherCents);
    await payments.owner.query('update refused_money set open_cents = 0 where transaction_id = $1', [
      uuidOf(path),
    ]);
  },
  async 'rejected-late'(payments, path) {
    await press(payments, path);
    await reject(payments.desk, transactionIdOf(path));
    await approveLate(payments.desk, transactionIdOf(path), requestedCents);
  },
  /** Only time leads to this state. */
  async expired({ owner }, path) {
    await owner.query(`update transaction set expires_at = now() - interval '1 second' where id = $1`, [
      uuidOf(path),
    ]);
  },
} as const satisfies Record<string, StepsToState>;

export type State = keyof typeof STEPS_TO_STATE;
export const STATES = Object.keys(STEPS_TO_STATE) as readonly State[];

/** Every reason that an operator can give, with the money that came where it says so. */
function rejections(): Readonly<Record<RejectedState, StepsToState>> {
  return Object.fromEntries(
    REASONS.map(([reason, seenCents]): [RejectedState, StepsToState] => [
      `rejected-${reason}`,
      async (payments, path) => {
        await press(payments, path);
        await reject(payments.desk, transactionIdOf(path), reason, seenCents);
      },
    ]),
  ) as Record<RejectedState, StepsToState>;
}

/** The account changes while a player has it on the screen. Returns what the address says of it. */
async function moveShownAccount(payments: Payments, path: string): Promise<string> {
  const shown = await shownIn(payments, path);
  await moveAccount(payments, path);
  return shown;
}

/** The account that the page shows now, as an address says that a player has seen it. */
export async function shownIn(payments: Payments, path: string): Promise<string> {
  const id = fromTransactionId(transactionIdOf(path)) ?? assert.fail(path);
  return `?shown=${markOf({ id, iban: await ibanOf(payments, path) })}`;
}

/** Brings a new deposit into a state and returns the path of its page. */
export async function pathInState(state: State, payments: Payments): Promise<string> {
  const path = await payments.create();
  const reach: StepsToState = STEPS_TO_STATE[state];
  const end = await reach(payments, path);
  return typeof end === 'string' ? end : path;
}

/** Sends the details form as a browser does. */
async function send({ url }: Payments, path: string, fields: Record<string, string | Blob>): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const { status } = await fetch(`${url}${path}/details`, { method: 'POST', body, redirect: 'manual' });
  assert.equal(status, 303);
}

function receipt(number: number): Blob {
  return new Blob([`%PDF-1.7\n${number}`], { type: 'application/pdf' });
}
