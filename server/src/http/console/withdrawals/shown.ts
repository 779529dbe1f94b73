/** Payouts as the contract shows them. */
import type {
  OtherPayout as ShownOther,
  PayingAccount as ShownCover,
  PayoutDetail as ShownDetail,
  WaitingPayout as ShownRow,
} from '@vezne/contract/console/withdrawals';
import { isSamePerson } from '@vezne/domain/actor';
import type { SignedInPerson, StoredPerson } from '@vezne/domain/actor';
import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { maskIban } from '@vezne/domain/iban';
import { leftToSend } from '@vezne/domain/payout-parts';
import { clipboardAmount } from '@vezne/domain/written';
import type { OtherPayout } from '../../../db/read/payouts/payout-evidence.ts';
import { partsSentOf } from '../../../usecases/decisions/decision.ts';
import type { Hand, PayoutDetail } from '../../../usecases/payout-queue/detail.ts';
import { takerOf } from '../../../usecases/payout-queue/hands.ts';
import type { Cover } from '../../../usecases/payout-queue/paying-accounts.ts';
import type { WaitingPayout } from '../../../usecases/payout-queue/rows.ts';
import { moment, momentOrNull, shownAccount, shownTimeline, shownTransaction, wire } from '../shown.ts';

/** The handle stands for the name of somebody who is not on the staff list. */
function shownPerson(
  person: StoredPerson,
  viewer: SignedInPerson,
  names: ReadonlyMap<string, string>,
): NonNullable<ShownRow['taker']> {
  return {
    handle: person.name,
    name: names.get(person.id ?? '') ?? person.name,
    isMe: isSamePerson(viewer, person),
  };
}

export function shownRow(
  { row, group, facts, marks, takesTwo, names }: WaitingPayout,
  viewer: SignedInPerson,
): ShownRow {
  const taker = takerOf(row);
  return {
    id: row.id,
    externalReference: row.externalReference,
    group,
    stage: row.stage ?? 'queued',
    waitingSince: moment(facts.waitingSince),
    customerFullName: row.customerFullName,
    partner: { id: row.partnerId, name: row.partnerName },
    payoutBankName: row.payoutBankName ?? '',
    bankAccount: facts.bankAccount,
    amountCents: wire(row.amountCents),
    playerAmountCents: wire(row.playerAmountCents),
    seen: row.fingerprint,
    marks,
    isSameAmountToday: facts.isSameAmountToday,
    taker: taker && shownPerson(taker, viewer, names),
    hasOpenRequest: row.openRequests.length > 0,
    takesTwo,
  };
}

export function shownCover(cover: Cover & { bankName: string; ibanLastFour: string }): ShownCover {
  return {
    id: cover.id,
    bankName: cover.bankName,
    ibanLastFour: cover.ibanLastFour,
    balanceCents: wire(cover.balanceCents),
    authorisedCents: wire(cover.authorisedCents),
    afterCents: wire(cover.afterCents),
    toleranceCents: wire(cover.toleranceCents),
    problem: cover.problem,
  };
}

function shownOther(other: OtherPayout): ShownOther {
  return { ...other, createdAt: moment(other.createdAt), amountCents: wire(other.amountCents) };
}

function shownHand(
  hand: Hand | null,
  viewer: SignedInPerson,
  names: ReadonlyMap<string, string>,
): ShownDetail['taker'] {
  return hand && { ...shownPerson(hand, viewer, names), at: momentOrNull(hand.at) };
}

/** What the bank's form is filled with: all of it, or what the recorded parts leave. */
function pastedAmount({ row, isWhole }: PayoutDetail): string | null {
  const left = leftToSend(partsSentOf(row));
  return isWhole && left > 0n ? clipboardAmount(left) : null;
}

function shownPayee({ row, isWhole }: PayoutDetail): ShownDetail['payee'] {
  const iban = row.payoutIban ?? '';
  return {
    bankName: row.payoutBankName ?? '',
    holderName: row.payoutHolderName ?? '',
    iban: isWhole ? iban : maskIban(iban),
    isWhole,
  };
}

function shownRequest(
  { openRequest }: PayoutDetail,
  viewer: SignedInPerson,
  hide: (text: string | null) => string | null,
): ShownDetail['openRequest'] {
  if (openRequest === undefined) return null;
  const { id, action, askedBy, askedById, askedAt, note } = openRequest;
  const isMine = isSamePerson(viewer, { id: askedById, name: askedBy });
  return { id, action, askedBy, askedAt: moment(askedAt), isMine, note: hide(note) };
}

/** The newest of the player's others that fit beside the decision. */
const SHOWN_OF_HISTORY = 8;

export function shownDetail(detail: PayoutDetail, viewer: SignedInPerson): ShownDetail {
  const { row, history, cover, bankAccount, isWhole, names } = detail;
  // People and partners' servers write what they like. Where the IBAN is not for the reader, it is not in their words either.
  const own = row.payoutIban ?? undefined;
  const hide = (text: string | null): string | null =>
    isWhole || text === null ? text : withHiddenIbans(text, { own, numbers: true });
  // A number of the bank's may be long. Who pastes the IBAN instead, which is on their clipboard, shows it to nobody.
  const reference = (text: string): string => (isWhole ? text : withHiddenIbans(text, { own }));
  return {
    ...shownTransaction(row),
    stage: row.stage,
    waitingSince: momentOrNull(detail.waitingSince),
    payee: shownPayee(detail),
    pastedAmount: pastedAmount(detail),
    marks: detail.marks,
    marksRead: detail.marksRead.map(({ mark, by, at }) => ({ mark, by, at: moment(at) })),
    isBlocked: row.isBlocked,
    bankAccount: shownAccount(bankAccount, viewer),
    cover:
      cover === undefined || bankAccount === undefined
        ? null
        : shownCover({
            ...cover,
            bankName: bankAccount.bankName,
            ibanLastFour: bankAccount.iban.slice(-4),
          }),
    partnerBalance: {
      availableCents: wire(detail.balance.availableCents),
      creditLineCents: wire(row.partnerCreditLineCents),
    },
    taker: shownHand(detail.taker, viewer, names),
    authoriser: shownHand(detail.authoriser, viewer, names),
    twoPeopleReasons: detail.twoPeopleReasons,
    parts: detail.parts.map(({ number, amountCents, bankReference, sentBy, at }) => ({
      number,
      amountCents: wire(amountCents),
      bankReference: reference(bankReference),
      sentBy,
      at: moment(at),
    })),
    bankReference: detail.bankReference === null ? null : reference(detail.bankReference),
    openRequest: shownRequest(detail, viewer, hide),
    obstacles: detail.obstacles,
    sameIban: detail.sameIban.map(shownOther),
    lastPayout: detail.lastPayout === undefined ? null : shownOther(detail.lastPayout),
    sameAmountToday: detail.sameAmountToday.map(shownOther),
    player: {
      payouts: history.length,
      approved: history.filter(({ status }) => status === 'approved').length,
      rejected: history.filter(({ status }) => status === 'rejected').length,
      latest: history.slice(0, SHOWN_OF_HISTORY).map(shownOther),
    },
    misdirectedOutCents: wire(row.misdirectedOutCents),
    timeline: shownTimeline(detail).map((entry) =>
      entry.kind === 'webhook'
        ? { ...entry, error: hide(entry.error), answerStart: hide(entry.answerStart) }
        : { ...entry, note: hide(entry.note) },
    ),
  };
}
