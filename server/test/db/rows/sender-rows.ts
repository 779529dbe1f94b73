import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { insertRow } from './row.ts';
import type { Row } from './row.ts';

/** What a player said about the deposit that waits for an operator. */
export interface SenderRows {
  details: Row;
  receipt: Row;
}

interface Ground {
  lateDeposit: Row;
}

/** What a player says, for any deposit. */
export const SENDER: Row = { sender_name: 'Ayşe Işık', iban_last_four: '1326', sent_at: new Date() };

export async function makeSenderRows(owner: pg.Pool, { lateDeposit }: Ground): Promise<SenderRows> {
  const rows = {
    details: senderDetailRow({ transaction: lateDeposit }),
    receipt: receiptRow({ lateDeposit }),
  };
  await insertRow(owner, 'sender_detail', rows.details);
  await insertRow(owner, 'receipt', rows.receipt);
  return rows;
}

export function senderDetailRow({ transaction }: { transaction: Row }): Row {
  return {
    transaction_id: transaction['id'],
    ...SENDER,
    created_at: new Date(),
    updated_at: new Date(),
  };
}

/** The first receipt of the deposit that waits for an operator. */
export function receiptRow({ lateDeposit }: Ground): Row {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(16)]);
  return {
    id: randomUUID(),
    transaction_id: lateDeposit['id'],
    receipt_no: 1,
    content,
    media_type: 'application/pdf',
    sha256: createHash('sha256').update(content).digest(),
    created_at: new Date(),
  };
}
