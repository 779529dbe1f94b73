/** Payouts go out while somebody looks. The console has no screen for them yet, so they are decided as at the command line. */
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { cents } from '@vezne/domain/money';
import { findWaitingIds } from '../../../server/src/db/read/transactions/waiting-transactions.ts';
import type { Decision } from '../../../server/src/usecases/decisions/decision.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  takeWithdrawal,
} from '../../../server/src/usecases/withdrawals/decide.ts';
import type { MorningDesk } from '../morning/desk.ts';
import { see } from '../morning/operator-acts.ts';

const OPTIONS = { timeoutMs: 5_000 };
const LOOKED_AT = 50;
/** What the bank shows, where the books show less. */
const AT_THE_BANK = cents(1_000_000_00n);

/** Moves the oldest payout one step on: taken, authorised, paid. Not made: the partner has no credit, or a person was faster. */
export async function payNext(desk: MorningDesk): Promise<void> {
  const ids = await findWaitingIds(desk.admin, { type: 'withdrawal', limit: LOOKED_AT }, OPTIONS);
  const rowOf = await see(desk, ids);
  const actor = desk.people.operator;
  const { configuration } = await desk.services.configuration.current();
  const bankAccountId = configuration.depositAccounts[ids.length % configuration.depositAccounts.length]?.id;
  // Whose parts are on the way is left to its person.
  const row = ids.map(rowOf).find(({ partsSentCents }) => partsSentCents === 0n);
  if (row === undefined || bankAccountId === undefined) return;
  const { id: transactionId, fingerprint } = row;
  const input = { transactionId, fingerprint, actor };
  const steps: Record<string, () => Decision> = {
    queued: () => takeWithdrawal({ ...input, bankAccountId, marksRead: PAYOUT_MARKS }),
    taken: () => authoriseWithdrawal({ ...input, marksRead: PAYOUT_MARKS, bankBalanceCents: AT_THE_BANK }),
    authorised: () => approveWithdrawal({ ...input, bankReference: `D${Date.now()}` }),
  };
  const next = steps[row.stage ?? ''];
  if (next !== undefined) await desk.decisions.submit(next());
}
