/** Deposits as the contract shows them. */
import { REQUESTS_ABOUT_DEPOSITS } from '@vezne/contract/console/deposits';
import type {
  DepositDetail as ShownDetail,
  WaitingDeposit as ShownRow,
} from '@vezne/contract/console/deposits';
import type { SignedInPerson } from '@vezne/domain/actor';
import { isHeld } from '@vezne/domain/hold';
import type { DepositClaim } from '../../../db/read/desk/deposit-claims.ts';
import type { PlayerDeposit } from '../../../db/read/desk/deposit-evidence.ts';
import type { DepositDetail } from '../../../usecases/deposit-queue/detail.ts';
import type { WaitingDeposit } from '../../../usecases/deposit-queue/rows.ts';
import {
  moment,
  momentOrNull,
  shownAccount,
  shownTimeline,
  shownTransaction,
  wire,
  wireOrNull,
} from '../shown.ts';

export function shownClaim(claim: DepositClaim, viewer: SignedInPerson): NonNullable<ShownRow['claim']> {
  const { staffId, handle, name, until } = claim;
  return { staffId, handle, name, until: moment(until), isMine: staffId === viewer.id };
}

export function shownRow(
  { row, facts, claim, warnings, takesTwo }: WaitingDeposit,
  viewer: SignedInPerson,
): ShownRow {
  const holds = isHeld(row.heldUntil, row.readAt);
  return {
    id: row.id,
    referenceCode: row.referenceCode,
    waitingSince: moment(facts.waitingSince),
    customerFullName: row.customerFullName,
    partner: { id: row.partnerId, name: row.partnerName },
    bankAccount: facts.bankAccount,
    amountCents: wire(row.amountCents),
    seen: row.fingerprint,
    warnings,
    hasReceipt: facts.hasReceipt,
    claim: claim === undefined ? null : shownClaim(claim, viewer),
    heldUntil: holds ? momentOrNull(row.heldUntil) : null,
    holdReason: holds ? row.holdReason : null,
    hasOpenRequest: row.openRequests.length > 0,
    takesTwo,
  };
}

function shownOther(other: PlayerDeposit): ShownDetail['twins'][number] {
  return {
    ...other,
    createdAt: moment(other.createdAt),
    amountCents: wire(other.amountCents),
    actualAmountCents: wireOrNull(other.actualAmountCents),
  };
}

/** What was asked about it, as it would be afterwards. */
function shownRequest(
  { openRequest, accounts }: DepositDetail,
  viewer: SignedInPerson,
): ShownDetail['openRequest'] {
  const action = REQUESTS_ABOUT_DEPOSITS.find((one) => one === openRequest?.action);
  if (openRequest === undefined || action === undefined) return null;
  const { id, askedBy, askedById, askedAt, actualCents, bankAccountId, note } = openRequest;
  return {
    id,
    action,
    askedBy,
    askedAt: moment(askedAt),
    isMine: askedById === viewer.id,
    actualAmountCents: wireOrNull(actualCents),
    bankAccount: shownAccount(accounts.get(bankAccountId ?? ''), viewer),
    note,
  };
}

function shownAfterwards(
  { afterwards, accounts }: DepositDetail,
  viewer: SignedInPerson,
): ShownDetail['afterwards'] {
  if (afterwards === undefined) return null;
  const { lateDeposits, refusedMoney, hearsOfCorrections } = afterwards;
  return {
    lateDeposits: lateDeposits.map(shownOther),
    refusedMoney:
      refusedMoney === undefined
        ? null
        : {
            transactionId: refusedMoney.transactionId,
            openCents: wire(refusedMoney.openCents),
            bankAccount: shownAccount(accounts.get(refusedMoney.bankAccountId), viewer),
          },
    hearsOfCorrections,
  };
}

/** The newest of the player's others that fit beside the decision. */
const SHOWN_OF_HISTORY = 8;

export function shownDetail(detail: DepositDetail, viewer: SignedInPerson): ShownDetail {
  const { row, senderDetails, claim, history, accounts } = detail;
  const holds = isHeld(row.heldUntil, row.readAt);
  return {
    ...shownTransaction(row),
    referenceCode: row.referenceCode,
    waitingSince: momentOrNull(detail.waitingSince),
    actualAmountCents: wireOrNull(row.actualAmountCents),
    netAmountCents: wireOrNull(row.netAmountCents),
    bankAccount: shownAccount(accounts.get(row.bankAccountId ?? ''), viewer),
    previousBankAccount: shownAccount(accounts.get(row.previousBankAccountId ?? ''), viewer),
    warnings: detail.warnings,
    needsSighting: detail.warnings.length > 0,
    twoPeopleReasons: detail.twoPeopleReasons,
    playerAloneTodayCents: wire(row.playerAloneTodayCents),
    senderDetails:
      senderDetails === undefined ? null : { ...senderDetails, sentAt: momentOrNull(senderDetails.sentAt) },
    receipts: detail.receipts.map(({ receiptNo, mediaType, bytes, createdAt }) => ({
      receiptNo,
      mediaType,
      bytes,
      createdAt: moment(createdAt),
    })),
    claim: claim === undefined ? null : shownClaim(claim, viewer),
    heldUntil: holds ? momentOrNull(row.heldUntil) : null,
    holdReason: holds ? row.holdReason : null,
    openRequest: shownRequest(detail, viewer),
    originalTransactionId: row.originalTransactionId,
    afterwards: shownAfterwards(detail, viewer),
    twins: detail.twins.map(shownOther),
    player: {
      deposits: history.length,
      approved: history.filter(({ status }) => status === 'approved').length,
      rejected: history.filter(({ status }) => status === 'rejected').length,
      latest: history.slice(0, SHOWN_OF_HISTORY).map(shownOther),
    },
    timeline: shownTimeline(detail),
  };
}
