import type { ReasonCode } from '@vezne/domain/transaction-state';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import { screenOf } from './screen.ts';
import type { PageTexts } from './texts/page-texts.ts';

/**
 * What a page says to a player whose payment did not go as expected: why, where the money is, and what happens next. The texts have
 * blanks.
 */
export interface Outcome {
  why: string;
  where: string;
  next: string;
}

/** What there is to do when no money came, by the reason. */
const NEXT_WITHOUT_MONEY: Readonly<Record<ReasonCode, keyof PageTexts['next']>> = {
  no_money_seen: 'look',
  duplicate: 'other',
  player_request: 'again',
  partner_cancelled: 'stop',
  expired: 'stop',
  account_closed: 'stop',
  amount_mismatch: 'look',
  third_party_sender: 'ownAccount',
  suspected_fraud: 'ask',
  payout_failed: 'ask',
  payout_returned: 'ask',
  other: 'ask',
};

/** Nothing went wrong: the player or the site wanted it closed, or paid otherwise, and no money of it came. */
const WANTED_REASONS = new Set<ReasonCode | null>(['player_request', 'partner_cancelled', 'duplicate']);

export function wasWanted(deposit: HostedDeposit): boolean {
  return WANTED_REASONS.has(deposit.reasonCode) && refusedMoney(deposit) === null;
}

/** null: the page has nothing to explain. */
export function outcomeOf(deposit: HostedDeposit, texts: PageTexts): Outcome | null {
  const screen = screenOf(deposit);
  switch (screen) {
    case 'rejected':
      return rejection(deposit, texts);
    case 'late':
      return lateApproval(deposit, texts);
    case 'expired':
      return { ...texts.expired.outcome, ...whereMoneyIs(deposit, texts) };
    case 'reversed':
    case 'paused':
      return texts[screen].outcome;
    case 'pay':
    case 'checking':
    case 'approved':
      return null;
  }
}

/** How much of the money of a rejected deposit came, and how much of it we still have. null: we know of none. */
export function refusedMoney({
  refusedCents,
  refusedOpenCents,
  actualAmountCents,
}: HostedDeposit): { seenCents: bigint; openCents: bigint } | null {
  if (refusedCents !== null && refusedCents > 0n)
    return { seenCents: refusedCents, openCents: refusedOpenCents ?? 0n };
  // What an older version refused is in no account of the books, and nobody has said that it left.
  return actualAmountCents === null ? null : { seenCents: actualAmountCents, openCents: actualAmountCents };
}

function rejection(deposit: HostedDeposit, { reasons, where, next }: PageTexts): Outcome {
  const reasonCode = deposit.reasonCode ?? 'other';
  const why = reasons[reasonCode];
  const isLookedFor = reasonCode === 'no_money_seen';
  return {
    why,
    where: isLookedFor ? where.missing : where.none,
    next: next[NEXT_WITHOUT_MONEY[reasonCode]],
    ...whereMoneyIs(deposit, { where, next }),
  };
}

/** Money that was refused came before; what of it is still with us is not forgotten beside what was approved. */
function lateApproval(deposit: HostedDeposit, texts: PageTexts): Outcome {
  const money = refusedMoney(deposit);
  if (money === null) return texts.late.outcome;
  const why = texts.late.afterAll;
  return money.openCents === 0n
    ? { ...texts.late.outcome, why }
    : { why, where: texts.where.part, next: texts.next.kept };
}

/** Of money that was refused. undefined: none was. */
function whereMoneyIs(
  deposit: HostedDeposit,
  { where, next }: Pick<PageTexts, 'where' | 'next'>,
): Pick<Outcome, 'where' | 'next'> | undefined {
  const money = refusedMoney(deposit);
  if (money === null) return undefined;
  if (money.openCents === 0n) return { where: where.gone, next: next.gone };
  const isPart = money.openCents < money.seenCents;
  const isOfAnother = deposit.reasonCode === 'third_party_sender';
  return { where: isPart ? where.part : where.kept, next: isOfAnother ? next.ownAccount : next.kept };
}
