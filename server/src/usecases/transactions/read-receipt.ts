import { findReceiptFile, listReceiptNumbers } from '../../db/read/transactions/sender-details.ts';
import type { ReceiptFile } from '../../db/read/transactions/sender-details.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import type { AdminContext } from '../admin-context.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';

/**
 * A receipt for a person to look at; the newest, unless a number is given. It is a private bank document, so the audit log
 * records the reader before the receipt is handed over.
 */
export async function readReceipt(
  { db, actor }: AdminContext,
  request: { transactionId: string; receiptNo: number | undefined },
): Promise<ReceiptFile> {
  refuseUnlessMay(actor, 'transaction.read_receipt');
  const { transactionId } = request;
  return await db.transaction().execute(async (trx) => {
    const receipt = await findReceiptFile(trx, request);
    if (receipt === undefined) throw noReceipt(request, await listReceiptNumbers(trx, transactionId));
    const { receiptNo, sha256 } = receipt;
    await insertAuditEntry(trx, {
      actor,
      action: 'transaction.read_receipt',
      subjectType: 'transaction',
      subjectId: transactionId,
      details: { number: receiptNo, sha256 },
    });
    return receipt;
  });
}

function noReceipt(
  { transactionId, receiptNo }: { transactionId: string; receiptNo: number | undefined },
  numbers: readonly number[],
): RefusedError {
  return receiptNo === undefined || numbers.length === 0
    ? refused('transaction_has_no_receipt', { transactionId })
    : refused('receipt_not_found', { transactionId, receiptNo, numbers });
}
