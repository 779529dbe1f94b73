import { createHash } from 'node:crypto';
import type pg from 'pg';
import { isApplePhoto, receiptTypeOf } from '@vezne/domain/receipt-type';
import { isUniqueViolation } from '../../db/constraint.ts';
import { insertReceipt } from '../../db/write/transactions/receipts.ts';
import type { NewReceipt, ReceiptOutcome } from '../../db/write/transactions/receipts.ts';
import { newId } from '../../ids.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

/** The column's limit. */
export const RECEIPT_MAX_BYTES = 2 * 1024 * 1024;
/** A player who sends a wrong file may send two better ones. */
export const MAX_RECEIPTS = 3;

/** Long enough to send two megabytes to a distant standby. */
const TIMEOUT_MS = 8_000;

export type ReceiptProblem = 'tooLarge' | 'wrongType' | 'applePhoto' | 'tooMany';

interface Dependencies {
  pool: pg.Pool;
  retry: RetryUntilSettled;
}

/**
 * Stores a receipt for operators. It changes nothing for a deposit that is decided. Returns what is wrong with the file.
 */
export async function addReceipt(
  dependencies: Dependencies,
  { transactionId, content }: { transactionId: string; content: Buffer },
): Promise<ReceiptProblem | undefined> {
  if (content.length > RECEIPT_MAX_BYTES) return 'tooLarge';
  const mediaType = receiptTypeOf(content);
  if (mediaType === undefined) return isApplePhoto(content) ? 'applePhoto' : 'wrongType';
  const sha256 = createHash('sha256').update(content).digest();
  const outcome = await insertInTurn(dependencies, {
    id: newId(),
    transactionId,
    content,
    mediaType,
    sha256,
  });
  return outcome === 'too_many' ? 'tooMany' : undefined;
}

/** When two receipts arrive at once, one finds its number taken. It tries the next number, unless none is left. */
async function insertInTurn({ pool, retry }: Dependencies, receipt: NewReceipt): Promise<ReceiptOutcome> {
  for (let round = 0; ; round += 1) {
    try {
      return await retry.run(
        async () => await insertReceipt(pool, receipt, { timeoutMs: TIMEOUT_MS, most: MAX_RECEIPTS }),
      );
    } catch (error) {
      if (!isUniqueViolation(error) || round >= MAX_RECEIPTS) throw error;
    }
  }
}
