import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { findClaims } from '../../db/read/desk/deposit-claims.ts';
import type { DepositClaim } from '../../db/read/desk/deposit-claims.ts';
import * as evidence from '../../db/read/desk/deposit-evidence.ts';
import { findQueueFacts } from '../../db/read/desk/queue-facts.ts';
import { findOpenOfReference } from '../../db/read/desk/refused-money.ts';
import type { OpenOfReference } from '../../db/read/desk/refused-money.ts';
import { findReceipts, findSenderDetails } from '../../db/read/transactions/sender-details.ts';
import type { ReceiptRecord, SenderDetails } from '../../db/read/transactions/sender-details.ts';
import { findEndedRequests } from '../../db/read/requests/ended-requests.ts';
import type { EndedRequest } from '../../db/read/requests/ended-requests.ts';
import { findTransactionSteps } from '../../db/read/transactions/transaction-history.ts';
import type { HistoryStep } from '../../db/read/transactions/transaction-history.ts';
import { depositWarnings } from '../deposits/bank-sighting.ts';
import type { DepositWarning } from '../deposits/bank-sighting.ts';
import { approvalReasons } from '../deposits/decide.ts';
import { refused } from '../refusal.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** One deposit with all that a decision on it is based on. */
export interface DepositDetail {
  row: DecisionRow;
  /** Of one that waits for an operator. */
  waitingSince: Date | null;
  /** Every account that is named, by its id. */
  accounts: ReadonlyMap<string, evidence.PaidAccount>;
  warnings: DepositWarning[];
  twoPeopleReasons: TwoPeopleReason[];
  senderDetails: SenderDetails | undefined;
  receipts: ReceiptRecord[];
  claim: DepositClaim | undefined;
  openRequest: evidence.RequestAbout | undefined;
  /** Of one that is decided. */
  afterwards: Afterwards | undefined;
  twins: evidence.PlayerDeposit[];
  /** The player's other deposits, the newest first. */
  history: evidence.PlayerDeposit[];
  steps: HistoryStep[];
  endedRequests: EndedRequest[];
  attempts: evidence.ToldAttempt[];
}

/** What happens to a deposit that is decided: money comes late or once more, or it is corrected. */
interface Afterwards {
  /** Of its reference; late money for late money is late money for the first. */
  lateDeposits: evidence.PlayerDeposit[];
  refusedMoney: OpenOfReference | undefined;
  hearsOfCorrections: boolean;
}

export async function readDepositDetail(
  pool: pg.Pool,
  id: string,
  viewer: SignedInPerson,
): Promise<DepositDetail> {
  const row = (await findDecisionRows(pool, [id], OPTIONS)).get(id);
  if (row?.type !== 'deposit') throw refused('transaction_not_found', { transactionId: id });
  const isDecided = row.status === 'approved' || row.status === 'rejected';
  const openRequest = await evidence.findRequestAbout(pool, id, { isDecided, ...OPTIONS });
  const afterwards = isDecided ? await readAfterwards(pool, row) : undefined;
  const named = [
    row.bankAccountId,
    row.previousBankAccountId,
    openRequest?.bankAccountId ?? null,
    afterwards?.refusedMoney?.bankAccountId ?? null,
  ].filter((one) => one !== null);
  const isOpen = row.status === 'waiting_payment' || row.status === 'waiting_confirmation';
  return {
    row,
    waitingSince: (await findQueueFacts(pool, [id], OPTIONS)).get(id)?.waitingSince ?? null,
    accounts: await evidence.findPaidAccounts(pool, [...new Set(named)], OPTIONS),
    warnings: depositWarnings(row),
    twoPeopleReasons: isOpen ? approvalReasons(row, { actualCents: row.amountCents, actor: viewer }) : [],
    senderDetails: await findSenderDetails(pool, id, OPTIONS),
    receipts: await findReceipts(pool, id, OPTIONS),
    claim: (await findClaims(pool, [id], OPTIONS)).get(id),
    openRequest,
    afterwards,
    twins: await evidence.findTwins(pool, id, OPTIONS),
    history: await evidence.findPlayerHistory(pool, id, OPTIONS),
    steps: await findTransactionSteps(pool, id, OPTIONS),
    endedRequests: await findEndedRequests(pool, id, OPTIONS),
    attempts: await evidence.findToldAttempts(pool, id, OPTIONS),
  };
}

async function readAfterwards(pool: pg.Pool, row: DecisionRow): Promise<Afterwards> {
  const originalId = row.originalTransactionId ?? row.id;
  return {
    lateDeposits: await evidence.findLateDeposits(pool, originalId, OPTIONS),
    refusedMoney: await findOpenOfReference(pool, originalId, OPTIONS),
    hearsOfCorrections: await evidence.hearsOfCorrections(pool, row.partnerId, OPTIONS),
  };
}
