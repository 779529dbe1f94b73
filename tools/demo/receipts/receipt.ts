/** Bank receipts as players send them: a picture of the screen, a photo, or the file of the bank. */
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { jpegOf } from './jpeg.ts';
import { drawLines } from './letters.ts';
import { pdfOf } from './pdf.ts';
import { pngOf } from './png.ts';

export const RECEIPT_KINDS = ['png', 'jpeg', 'pdf'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export interface ReceiptWords {
  sender: string;
  bankName: string;
  amountCents: Cents;
  code: string;
}

export function receiptOf(kind: ReceiptKind, { sender, bankName, amountCents, code }: ReceiptWords): Buffer {
  const lines = [
    'EFT DEKONTU',
    `ALICI BANKA: ${bankName}`,
    `GONDEREN: ${sender}`,
    `TUTAR: ${formatAmount(amountCents)} TL`,
    `ACIKLAMA: ${code}`,
  ];
  if (kind === 'pdf') return pdfOf(lines);
  return kind === 'png' ? pngOf(drawLines(lines)) : jpegOf(drawLines(lines));
}
