import type pg from 'pg';
import type { SignedInPerson, StoredPerson } from '@vezne/domain/actor';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { findBalance } from '../../db/read/ledger/balances.ts';
import type { PartnerBalance } from '../../db/read/ledger/balances.ts';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { findPaidAccounts, findRequestAbout, findToldAttempts } from '../../db/read/desk/deposit-evidence.ts';
import type { PaidAccount, RequestAbout, ToldAttempt } from '../../db/read/desk/deposit-evidence.ts';
import { findPayingAccounts } from '../../db/read/payouts/paying-accounts.ts';
import * as evidence from '../../db/read/payouts/payout-evidence.ts';
import { findPayoutParts } from '../../db/read/payouts/payout-parts.ts';
import type { SentPart } from '../../db/read/payouts/payout-parts.ts';
import { findPayoutQueueFacts, findStaffNames } from '../../db/read/payouts/payout-queue.ts';
import { findEndedRequests } from '../../db/read/requests/ended-requests.ts';
import type { EndedRequest } from '../../db/read/requests/ended-requests.ts';
import { findTransactionSteps } from '../../db/read/transactions/transaction-history.ts';
import type { HistoryStep } from '../../db/read/transactions/transaction-history.ts';
import { marksOf } from '../decisions/marks.ts';
import { refused } from '../refusal.ts';
import { authoriserOf, seesWholeIban, takerOf } from './hands.ts';
import { obstaclesOf } from './obstacles.ts';
import type { Obstacles } from './obstacles.ts';
import { coverBy } from './paying-accounts.ts';
import type { Cover } from './paying-accounts.ts';
import { reasonsBeforeLeaving } from './rows.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Somebody who has it in hand, since when. */
export interface Hand extends StoredPerson {
  at: Date | null;
}

/** One payout with all that a step is based on. */
export interface PayoutDetail {
  row: DecisionRow;
  waitingSince: Date | null;
  /** Whether this person is shown where the money goes. */
  isWhole: boolean;
  marks: PayoutMark[];
  marksRead: { mark: PayoutMark; by: string; at: Date }[];
  bankAccount: PaidAccount | undefined;
  cover: Cover | undefined;
  balance: PartnerBalance;
  taker: Hand | null;
  authoriser: Hand | null;
  /** What people are called, by the ids that the row keeps. */
  names: ReadonlyMap<string, string>;
  twoPeopleReasons: TwoPeopleReason[];
  parts: SentPart[];
  bankReference: string | null;
  openRequest: RequestAbout | undefined;
  obstacles: Obstacles;
  sameIban: evidence.OtherPayout[];
  lastPayout: evidence.OtherPayout | undefined;
  sameAmountToday: evidence.OtherPayout[];
  /** The player's others, the newest first. */
  history: evidence.OtherPayout[];
  steps: HistoryStep[];
  endedRequests: EndedRequest[];
  attempts: ToldAttempt[];
}

export async function readPayoutDetail(
  pool: pg.Pool,
  id: string,
  viewer: SignedInPerson,
): Promise<PayoutDetail> {
  const row = (await findDecisionRows(pool, [id], OPTIONS)).get(id);
  if (row?.type !== 'withdrawal') throw refused('transaction_not_found', { transactionId: id });
  const isOpen = row.status === 'waiting_confirmation';
  const said = await evidence.findSaidWithSteps(pool, id, OPTIONS);
  const now = sinceRelease(said);
  const enabled = await evidence.listEnabledAccounts(pool, OPTIONS);
  const accountIds = [
    ...enabled.map((one) => one.id),
    ...(row.bankAccountId === null ? [] : [row.bankAccountId]),
  ];
  const accounts = await findPayingAccounts(pool, [...new Set(accountIds)], OPTIONS);
  const account = accounts.get(row.bankAccountId ?? '');
  const history = await evidence.findPlayerPayouts(pool, id, OPTIONS);
  const last = history.find(({ status }) => status === 'approved');
  const taker = takerOf(row);
  const authoriser = authoriserOf(row);
  const people = [taker?.id ?? null, authoriser?.id ?? null].filter((one) => one !== null);
  return {
    row,
    waitingSince: (await findPayoutQueueFacts(pool, [id], OPTIONS)).get(id)?.waitingSince ?? null,
    isWhole: seesWholeIban(row, viewer),
    marks: marksOf(row),
    marksRead: now.flatMap(({ actor, at, marksRead }) => marksRead.map((mark) => ({ mark, by: actor, at }))),
    bankAccount:
      row.bankAccountId === null
        ? undefined
        : (await findPaidAccounts(pool, [row.bankAccountId], OPTIONS)).get(row.bankAccountId),
    cover: isOpen && account !== undefined ? coverBy(account, row) : undefined,
    balance: await findBalance(pool, row.partnerId, OPTIONS),
    taker: taker && { ...taker, at: lastTime(now, ['take', 'hand_over']) },
    authoriser: authoriser && { ...authoriser, at: lastTime(now, ['authorise']) },
    names: await findStaffNames(pool, people, OPTIONS),
    twoPeopleReasons: reasonsBeforeLeaving(row),
    parts: await findPayoutParts(pool, id, OPTIONS),
    bankReference: said.findLast(({ trigger }) => trigger === 'approve')?.bankReference ?? null,
    openRequest: await findRequestAbout(pool, id, { isDecided: !isOpen, ...OPTIONS }),
    obstacles: obstaclesOf(row, viewer, {
      account,
      canSomePay: enabled.some((one) => accounts.get(one.id)?.payoutsPaused === false),
      wasAuthorised: said.some(({ trigger }) => trigger === 'authorise'),
    }),
    sameIban: await evidence.findPayoutsToSameIban(pool, id, OPTIONS),
    lastPayout: last?.isSameIban === false ? last : undefined,
    sameAmountToday: await evidence.findSameAmountToday(pool, id, OPTIONS),
    history,
    steps: await findTransactionSteps(pool, id, OPTIONS),
    endedRequests: await findEndedRequests(pool, id, OPTIONS),
    attempts: await findToldAttempts(pool, id, OPTIONS),
  };
}

/** What was read before a release was read by somebody who has it in hand no more. */
function sinceRelease(said: readonly evidence.SaidWithStep[]): readonly evidence.SaidWithStep[] {
  const last = said.findLastIndex(({ trigger }) => trigger === 'release' || trigger === 'release_authorised');
  return said.slice(last + 1);
}

function lastTime(
  said: readonly evidence.SaidWithStep[],
  triggers: readonly evidence.SaidWithStep['trigger'][],
): Date | null {
  return said.findLast(({ trigger }) => triggers.includes(trigger))?.at ?? null;
}
