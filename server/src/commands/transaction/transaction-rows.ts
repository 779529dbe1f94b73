import { termsOf } from '@vezne/domain/commission';
import { isHeld } from '@vezne/domain/hold';
import { formatIban } from '@vezne/domain/iban';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { marksOf } from '../../usecases/decisions/marks.ts';
import { accountName } from '../bank-account/account-rows.ts';
import { amountText, timeText } from '../layout.ts';
import { MARK_TEXTS } from '../mark-texts.ts';
import { termsText } from '../partner/terms-options.ts';
import { stateText } from '../refusal-texts.ts';
import { WARNING_TEXTS, warningsOf } from './deposit-warnings.ts';

type Row = [label: string, value: string];

/** How many digits of a fingerprint a list shows: enough to rule out chance, and few enough to type. */
const SHOWN_DIGITS = 12;

export function shortFingerprint({ fingerprint }: Pick<DecisionRow, 'fingerprint'>): string {
  return fingerprint.slice(0, SHOWN_DIGITS);
}

/** A transaction for programs, with ids as partners know them. */
export function transactionValues(row: DecisionRow): object {
  const { originalTransactionId, refusedTransactionId, fingerprint, ...values } = row;
  return {
    ...values,
    seen: fingerprint,
    id: toTransactionId(row.id),
    marks: marksOf(row),
    warnings: warningsOf(row),
    originalTransactionId: originalTransactionId && toTransactionId(originalTransactionId),
    refusedTransactionId: refusedTransactionId && toTransactionId(refusedTransactionId),
  };
}

/**
 * Everything that a person needs for a decision, as labels and values. `before` are the accounts that its player was shown
 * earlier.
 */
export function transactionRows(
  row: DecisionRow,
  account: BankAccountRecord | undefined,
  before: readonly BankAccountRecord[] = [],
): Row[] {
  return [
    ['id', toTransactionId(row.id)],
    ['state', stateText(row)],
    ['partner', row.partnerName],
    ['reference', row.externalReference],
    ...rowIf('late money for', row.originalTransactionId && toTransactionId(row.originalTransactionId)),
    ...rowIf('refused before as', row.refusedTransactionId && toTransactionId(row.refusedTransactionId)),
    ...rowIf('refused and open', row.refusedOpenCents === null ? null : amountText(row.refusedOpenCents)),
    ...(row.refusedTransactionId === null
      ? []
      : [
          ...rowIf('refused because', row.refusedReason),
          ...rowIf('sender at the refusal', row.refusedSender),
          ...rowIf('reference at the refusal', row.refusedReference),
          ...rowIf('refused by', row.refusedBy.map(({ name }) => name).join(' and ') || null),
          ...rowIf('refused for', row.isRefusedOfAnother ? 'another player' : null),
        ]),
    ...rowIf('reference code', row.referenceCode),
    ['asked for', amountText(row.amountCents)],
    ...rowIf('came', row.actualAmountCents === null ? null : amountText(row.actualAmountCents)),
    ['commission', `${amountText(row.commissionCents)} (${termsText(termsOf(row))})`],
    ...rowIf('net amount', row.netAmountCents === null ? null : amountText(row.netAmountCents)),
    [row.type === 'deposit' ? 'player is credited' : 'player is paid', amountText(row.playerAmountCents)],
    ['balance impact', amountText(row.balanceImpactCents)],
    ['player', `${row.customerFullName} (${row.customerUsername}, id ${row.customerId})`],
    ...rowIf(row.type === 'deposit' ? 'paid to' : 'paid from', account && accountName(account)),
    ...before.map((earlier): Row => ['before that', accountName(earlier)]),
    ...rowIf('payout to', payoutText(row)),
    ...warningsOf(row).map((warning): Row => ['warning', `${warning}: ${WARNING_TEXTS[warning]}`]),
    ...marksOf(row).map((mark): Row => ['mark', `${mark}: ${MARK_TEXTS[mark]}`]),
    ...rowIf('taken by', row.takenBy),
    ...rowIf('authorised by', row.authorisedBy),
    ...rowIf('held until', holdText(row)),
    ...rowIf('reason', row.reasonCode),
    ['created', timeText(row.createdAt)],
    ...rowIf('decided', row.decidedAt && timeText(row.decidedAt)),
    ['fingerprint', row.fingerprint],
  ];
}

/** Only while it lasts. */
export function holdText({ heldUntil, holdReason, readAt }: DecisionRow): string | null {
  return isHeld(heldUntil, readAt) ? `${timeText(heldUntil)} (${holdReason})` : null;
}

function payoutText({ payoutBankName, payoutHolderName, payoutIban }: DecisionRow): string | null {
  return payoutIban === null ? null : `${payoutBankName}, ${payoutHolderName}, ${formatIban(payoutIban)}`;
}

function rowIf(label: string, value: string | null | undefined): Row[] {
  return value === null || value === undefined ? [] : [[label, value]];
}
