/** A desk's morning: what a newcomer sees when they sign in to the console. */
import { expireDeposits } from '../../../server/src/usecases/deposits/expire.ts';
import { approveDeposit } from '../../../server/src/usecases/deposits/decide.ts';
import { moveBack, spread } from './clock.ts';
import { decideDeposits, ofKind, orderDeposits, pressAndProve, pressMost } from './deposits.ts';
import type { MorningDeposit } from './deposits.ts';
import { atDesk } from './desk.ts';
import type { MorningDesk } from './desk.ts';
import { freezeAccountOf } from './freeze.ts';
import { enterLate } from './late-money.ts';
import { decideAll, see } from './operator-acts.ts';
import { addDeadEndpoint, deliverInVain } from './parked-webhook.ts';
import { makePartners } from './partners.ts';
import type { MorningPartner } from './partners.ts';
import { LATE_MONEY } from './plan.ts';
import { makeWithdrawals } from './withdrawals.ts';

const OLDEST_SECONDS = 47 * 60;
/** Longer than a deposit may be open. */
const DAY_SECONDS = 86_400;

export interface Morning {
  partners: MorningPartner[];
}

/** Makes all of it with the use cases of the product, and tells how far it is. The database has people already, and no transactions. */
export async function makeMorning({
  env,
  ownerUrl,
  say,
}: {
  env: Record<string, string>;
  ownerUrl: string;
  say: (progress: string) => void;
}): Promise<Morning> {
  return await atDesk(env, async (desk) => {
    say('partners and bank accounts');
    const partners = await makePartners(desk);
    const endpointId = await addDeadEndpoint(desk);
    say('deposits');
    const deposits = await orderDeposits(desk, partners);
    await pressMost(desk, deposits);
    say('a webhook that nobody takes');
    await decideFirst(desk, deposits);
    await deliverInVain(desk, env, endpointId);
    say('decisions, a frozen account, late money');
    await decideDeposits(desk, deposits);
    const frozenId = await moveDeposits(desk, deposits);
    const closed = await expire(desk, ownerUrl, ofKind(deposits, 'expired'));
    await enterLate(desk, [...closed.slice(0, LATE_MONEY - 1), rejectedWithoutMoney(deposits)]);
    say('payouts');
    const accountIds = await accountsThatPay(desk, deposits, frozenId);
    const queuedIds = await makeWithdrawals(desk, { partners, accountIds });
    const undecided = ofKind(deposits, 'third_party', 'waiting', 'twin', 'large', 'asked', 'moved');
    const inTurn = undecided.toSorted((left, right) => placeOf(left) - placeOf(right)).map(({ id }) => id);
    for (const ids of [inTurn, queuedIds])
      await moveBack(ownerUrl, spread(ids, { firstSeconds: OLDEST_SECONDS }));
    return { partners };
  });
}

/** The kinds mixed, always in the same way. */
function placeOf({ number }: MorningDeposit): number {
  return (number * 53) % 97;
}

async function decideFirst(desk: MorningDesk, deposits: readonly MorningDeposit[]): Promise<void> {
  await decideAll(desk, ofKind(deposits, 'told_in_vain'), (row) =>
    approveDeposit({
      transactionId: row.id,
      fingerprint: row.fingerprint,
      actor: desk.people.operator,
      actualCents: row.amountCents,
    }),
  );
}

/** Their players press after a freeze. */
async function moveDeposits(desk: MorningDesk, deposits: readonly MorningDeposit[]): Promise<string> {
  const moved = ofKind(deposits, 'moved');
  const frozenId = await freezeAccountOf(
    desk,
    moved.map(({ id }) => id),
  );
  await pressAndProve(desk, moved);
  return frozenId;
}

async function expire(
  desk: MorningDesk,
  ownerUrl: string,
  deposits: readonly MorningDeposit[],
): Promise<string[]> {
  const ids = deposits.map(({ id }) => id);
  await moveBack(
    ownerUrl,
    ids.map((id) => ({ id, secondsBack: DAY_SECONDS })),
  );
  await expireDeposits({ pool: desk.worker, retry: desk.retry });
  return ids;
}

/** Money that was refused and is still there would have to be named. */
function rejectedWithoutMoney(deposits: readonly MorningDeposit[]): string {
  const rejected = ofKind(deposits, 'rejected').find(({ number }) => number % 8 === 0);
  if (rejected === undefined) throw new Error('The demo has rejected nothing for want of money.');
  return rejected.id;
}

/** Those that deposits came in at, without the frozen one. */
async function accountsThatPay(
  desk: MorningDesk,
  deposits: readonly MorningDeposit[],
  frozenId: string,
): Promise<string[]> {
  const ids = ofKind(deposits, 'approved').map(({ id }) => id);
  const rowOf = await see(desk, ids);
  const accounts = new Set(ids.flatMap((id) => rowOf(id).bankAccountId ?? []));
  accounts.delete(frozenId);
  if (accounts.size === 0) throw new Error('All deposits of the demo came to the account that was frozen.');
  return [...accounts];
}
