import { formatAmount } from '@vezne/domain/money';
import { leftToSend } from '@vezne/domain/payout-parts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
import { partsSentOf } from '../../usecases/decisions/decision.ts';
import { marksOf } from '../../usecases/decisions/marks.ts';
import { warningsOf } from './deposit-warnings.ts';
import { shortFingerprint } from './transaction-rows.ts';

/** What a person can do with a transaction now, as command lines to copy. */
export function nextSteps(row: DecisionRow): string[] {
  return (row.type === 'deposit' ? depositSteps(row) : withdrawalSteps(row)).map((step) => `vezne ${step}`);
}

function depositSteps(row: DecisionRow): string[] {
  const id = toTransactionId(row.id);
  const amount = formatAmount(row.amountCents);
  switch (row.status) {
    case 'waiting_payment':
      return [`deposit confirm ${id}`];
    case 'waiting_confirmation':
      return [
        // After a freeze the player may have paid to either account, so a person must say where the money is.
        `deposit approve ${id} --amount ${amount}${row.previousBankAccountId === null ? '' : ' --bank-account IBAN'}${sightingOptions(row)} --seen ${shortFingerprint(row)}`,
        `deposit reject ${id} --reason no_money_seen`,
        row.heldUntil === null
          ? `deposit hold ${id} --reason bank_down --until TIME`
          : `deposit unhold ${id}`,
      ];
    case 'approved':
      return [
        `deposit correct ${id} --amount AMOUNT --note "why" --seen ${shortFingerprint(row)}`,
        `deposit correct ${id} --bank-account IBAN --note "why" --seen ${shortFingerprint(row)}`,
        `deposit late ${id} --amount ${amount}`,
      ];
    case 'rejected':
      return refusedSteps(row) ?? [`deposit late ${id} --amount ${amount}`];
  }
}

/** What is open of refused money is credited, or goes back. */
function refusedSteps({ refusedTransactionId, refusedOpenCents, ...row }: DecisionRow): string[] | undefined {
  if (refusedTransactionId !== null || refusedOpenCents === null || refusedOpenCents === 0n) return undefined;
  const [id, open] = [toTransactionId(row.id), formatAmount(refusedOpenCents)];
  return [
    `deposit late ${id} --amount ${open} --refused ${id}`,
    `ledger return-to-sender ${id} --amount ${open} --iban IBAN --note "why"`,
  ];
}

function sightingOptions(row: DecisionRow): string {
  return warningsOf(row).length === 0 ? '' : ' --bank-reference REFERENCE --sender NAME';
}

/** Whoever copies the line has the marks before their eyes: they are in it. */
export function readOptions(row: DecisionRow): string {
  return marksOf(row)
    .map((mark) => ` --read ${mark}`)
    .join('');
}

function withdrawalSteps(row: DecisionRow): string[] {
  const id = toTransactionId(row.id);
  const seen = `--seen ${shortFingerprint(row)}`;
  const misdirected = `ledger misdirected ${id} --amount ${formatAmount(row.playerAmountCents)} --note "why"`;
  if (row.status === 'approved') {
    return [
      `withdrawal return ${id} ${seen}`,
      `withdrawal correct ${id} --bank-account IBAN --note "why" ${seen}`,
      misdirected,
    ];
  }
  if (row.status === 'rejected') return [];
  const reject = `withdrawal reject ${id} --reason payout_failed`;
  if (row.stage === 'taken')
    return [`withdrawal authorise ${id}${readOptions(row)} ${seen}`, `withdrawal release ${id}`, reject];
  if (row.stage === 'authorised') {
    const approve = `withdrawal approve ${id} ${seen}`;
    const handOver = `withdrawal hand-over ${id} --not-sent ${seen}`;
    const left = leftToSend(partsSentOf(row));
    const part = `withdrawal part ${id} --amount ${formatAmount(left)} --bank-reference REFERENCE ${seen}`;
    // What has left can't be released or rejected.
    if (row.partsSentCents > 0n) return [left === 0n ? approve : part, handOver, misdirected];
    return [approve, part, handOver, misdirected, `withdrawal release ${id}`, reject];
  }
  return [`withdrawal take ${id} --bank-account IBAN${readOptions(row)}`, reject];
}
