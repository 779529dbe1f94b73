import type pg from 'pg';
import { PLAYER } from '@vezne/domain/actor';
import { ringQueue } from '../../db/queue-channel.ts';
import type { TransactionView } from '../../db/read/transaction-views.ts';
import { moveTransactions } from '../../db/write/decisions/move.ts';
import { stepOf } from '../decisions/moneyless-steps.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

const WAITING_PAYMENT = { status: 'waiting_payment', stage: null } as const;
const TIMEOUT_MS = 5_000;

/**
 * The player says that the transfer was sent. A second press, or one after an operator moved the deposit on, changes
 * nothing. The caller then shows the deposit's current state.
 */
export async function confirmSent(
  { pool, retry }: { pool: pg.Pool; retry: RetryUntilSettled },
  deposit: TransactionView,
): Promise<void> {
  if (deposit.type !== 'deposit' || deposit.status !== WAITING_PAYMENT.status) return;
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
  );
  ringQueue(pool, [...moved]);
}
