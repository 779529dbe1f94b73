import { compareNames } from '@vezne/domain/names';
import type { NameComparison } from '@vezne/domain/names';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { ReceiptRecord, SenderDetails } from '../../db/read/transactions/sender-details.ts';
import { toTransactionId } from '../../ids.ts';
import { columnsInside, timeText } from '../layout.ts';

/** What a player says about the sender, compared with the name that the partner gave. */
export interface SenderValues extends SenderDetails {
  /** Null: no name was given. */
  nameComparison: NameComparison | null;
}

const COMPARISONS: Readonly<Record<NameComparison, string>> = {
  same: 'the same name as the player',
  similar: 'a name similar to the player',
  different: 'ANOTHER NAME THAN THE PLAYER',
};

export function senderValues({ customerFullName }: DecisionRow, details: SenderDetails): SenderValues {
  const { senderName } = details;
  const nameComparison = senderName === null ? null : compareNames(senderName, customerFullName);
  return { ...details, nameComparison };
}

export function senderRows({ senderName, nameComparison, ibanLastFour, sentAt }: SenderValues): string[][] {
  return [
    ...(senderName === null || nameComparison === null
      ? []
      : [['name', `${senderName} (${COMPARISONS[nameComparison]})`]]),
    ...(ibanLastFour === null ? [] : [['IBAN ends in', ibanLastFour]]),
    ...(sentAt === null ? [] : [['sent at', timeText(sentAt)]]),
  ];
}

/** The receipts, and how to get each. */
export function receiptLines({ id }: DecisionRow, receipts: readonly ReceiptRecord[]): string[] {
  const lines = columnsInside(
    receipts.map(({ receiptNo, createdAt, mediaType, bytes, sha256 }) => [
      String(receiptNo),
      timeText(createdAt),
      mediaType,
      `${bytes} bytes`,
      `sha256 ${sha256.slice(0, 12)}`,
    ]),
  );
  const commands = receipts.map(
    ({ receiptNo }) => `vezne transaction receipt ${toTransactionId(id)} --number ${receiptNo} --out FILE`,
  );
  return [...lines, ...commands];
}
