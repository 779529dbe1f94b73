import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { ReceiptType } from '@vezne/domain/receipt-type';
import type { Database } from '../../schema.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What a player says about the transfer; at least one field is not null. */
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

/** The receipts of a transaction without their contents, oldest first. */
export async function findReceipts(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<ReceiptRecord[]> {
  return await runRead<ReceiptRecord>(pool, { text: RECEIPTS_SQL, values: [transactionId] }, options);
}

export interface ReceiptFile {
  receiptNo: number;
  mediaType: ReceiptType;
  /** As hex digits. */
  sha256: string;
  content: Buffer;
}

/** One receipt with its content: the one with the given number, or the newest. */
export async function findReceiptFile(
  trx: Transaction<Database>,
  { transactionId, receiptNo }: { transactionId: string; receiptNo: number | undefined },
): Promise<ReceiptFile | undefined> {
  const all = trx.selectFrom('receipt').where('transaction_id', '=', transactionId);
  const chosen = receiptNo === undefined ? all : all.where('receipt_no', '=', receiptNo);
  const found = await chosen
    .select(['receipt_no as receiptNo', 'media_type as mediaType', 'sha256', 'content'])
    .orderBy('receipt_no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && { ...found, sha256: found.sha256.toString('hex') };
}

/** The numbers of the receipts of a transaction, in order. */
export async function listReceiptNumbers(
  trx: Transaction<Database>,
  transactionId: string,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('receipt')
    .select('receipt_no')
    .where('transaction_id', '=', transactionId)
    .orderBy('receipt_no')
    .execute();
  return rows.map(({ receipt_no }) => receipt_no);
}
