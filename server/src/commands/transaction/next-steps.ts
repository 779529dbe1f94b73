import { formatAmount } from '@vezne/domain/money';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import { toTransactionId } from '../../ids.ts';
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
        `deposit approve ${id} --amount ${amount}${row.previousBankAccountId === null ? '' : ' --bank-account IBAN'} --seen ${shortFingerprint(row)}`,
        `deposit reject ${id} --reason no_money_seen`,
      ];
    case 'approved':
      return [
        `deposit correct ${id} --amount AMOUNT --note "why" --seen ${shortFingerprint(row)}`,
        `deposit late ${id} --amount ${amount}`,
      ];
    case 'rejected':
      return [`deposit late ${id} --amount ${amount}`];
  }
}

function withdrawalSteps(row: DecisionRow): string[] {
  const id = toTransactionId(row.id);
  const seen = `--seen ${shortFingerprint(row)}`;
  if (row.status === 'approved') return [`withdrawal return ${id} ${seen}`];
  if (row.status === 'rejected') return [];
  const reject = `withdrawal reject ${id} --reason payout_failed`;
  if (row.stage === 'taken')
    return [`withdrawal authorise ${id} ${seen}`, `withdrawal release ${id}`, reject];
  if (row.stage === 'authorised')
    return [`withdrawal approve ${id} ${seen}`, `withdrawal release ${id}`, reject];
  return [`withdrawal take ${id} --bank-account IBAN`, reject];
}
