import type pg from 'pg';
import type { ReceiptType } from '@vezne/domain/receipt-type';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

/** What a player says of the transfer; at least one is not null. */
export interface SenderDetails {
  senderName: string | null;
  ibanLastFour: string | null;
  sentAt: Date | null;
}

export interface ReceiptRecord {
  receiptNo: number;
  mediaType: ReceiptType;
  bytes: number;
  /** As hex digits. */
  sha256: string;
  createdAt: Date;
}

const DETAILS_SQL = `
select sender_name as "senderName", iban_last_four as "ibanLastFour", sent_at as "sentAt"
from sender_detail where transaction_id = $1`;

export async function findSenderDetails(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<SenderDetails | undefined> {
  const query = { text: DETAILS_SQL, values: [transactionId] };
  const [found] = await runRead<SenderDetails>(pool, query, options);
  return found;
}

const RECEIPTS_SQL = `
select receipt_no as "receiptNo", media_type as "mediaType", octet_length(content) as bytes,
  encode(sha256, 'hex') as sha256, created_at as "createdAt"
from receipt where transaction_id = $1 order by receipt_no`;

/** The receipts of a transaction without their contents, the oldest first. */
export async function findReceipts(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<ReceiptRecord[]> {
  return await runRead<ReceiptRecord>(pool, { text: RECEIPTS_SQL, values: [transactionId] }, options);
}

const NEWEST_SQL = `
select content, media_type as "mediaType", receipt_no as "receiptNo"
from receipt where transaction_id = $1 order by receipt_no desc limit 1`;

export interface ReceiptFile {
  content: Buffer;
  mediaType: ReceiptType;
  receiptNo: number;
}

export async function findNewestReceipt(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<ReceiptFile | undefined> {
  const [found] = await runRead<ReceiptFile>(pool, { text: NEWEST_SQL, values: [transactionId] }, options);
  return found;
}
