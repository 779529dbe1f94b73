import type pg from 'pg';
import { PLAYER } from '@vezne/domain/actor';
import { OutcomeUnknownError } from '../../db/errors.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import type { TransactionView } from '../../db/read/transactions/transaction-views.ts';
import { moveTransactions } from '../../db/write/decisions/move.ts';
import { stepOf } from '../decisions/moneyless-steps.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { HostedDeposits } from './hosted-deposits.ts';

const WAITING_PAYMENT = { status: 'waiting_payment', stage: null } as const;
const TIMEOUT_MS = 5_000;

/**
 * The player says that the transfer was sent. A second press, or one after an operator moved the deposit on, changes
 * nothing. Returns whether this press moved it: only then its own commit was confirmed.
 */
export async function confirmSent(
  { pool, retry }: { pool: pg.Pool; retry: RetryUntilSettled },
  deposit: TransactionView,
  /** The latest time to learn whether it was written. */
  deadlineMs = retry.deadlineMs(),
): Promise<boolean> {
  if (deposit.type !== 'deposit' || deposit.status !== WAITING_PAYMENT.status) return false;
  const step = stepOf(deposit, {
    from: WAITING_PAYMENT,
    trigger: 'confirm_sent',
    actor: PLAYER,
  });
  const moved = await retry.run(
    async () =>
      await moveTransactions(
        pool,
        [
          {
            ...step,
            reasonCode: null,
            commissionCents: deposit.commissionCents,
            netAmountCents: deposit.netAmountCents,
            playerAmountCents: deposit.playerAmountCents,
            balanceImpactCents: deposit.balanceImpactCents,
            event: null,
          },
        ],
        { timeoutMs: TIMEOUT_MS },
      ),
    deadlineMs,
  );
  ringQueue(pool, [...moved]);
  return moved.has(deposit.id);
}

/** The same for a deposit that was read for a press. Returns the deposit to answer by: what it says of a press is confirmed. */
export async function pressSent(
  {
    pool,
    retry,
    hostedDeposits,
  }: { pool: pg.Pool; retry: RetryUntilSettled; hostedDeposits: HostedDeposits },
  deposit: HostedDeposit,
  deadlineMs: number,
): Promise<HostedDeposit> {
  if (deposit.status !== WAITING_PAYMENT.status) return deposit;
  const isMoved = await confirmSent({ pool, retry }, deposit, deadlineMs);
  // Another press came first, or an operator, or a try of this one whose answer was lost: that is told only when it is confirmed, too.
  const look = async (): Promise<HostedDeposit | undefined> =>
    await (isMoved ? hostedDeposits.find(deposit.id) : hostedDeposits.findPressed(deposit.id));
  const after = (await retry.run(look, deadlineMs)) ?? deposit;
  if (!isMoved && after.status === WAITING_PAYMENT.status)
    throw new OutcomeUnknownError('What moved the deposit first is gone with its server.');
  return after;
}
