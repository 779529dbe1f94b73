import { formatIban } from '@vezne/domain/iban';
import { clipboardAmount, displayAmount, displayCode } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import type { PageTexts } from './texts/page-texts.ts';
import { TEXTS } from './texts/texts.ts';

/** A row of the box: the text that is shown, and the text for the clipboard. */
export interface CopyRow {
  name: keyof PageTexts['fields'];
  label: string;
  value: string;
  /** A smaller line below the value. */
  note: string | null;
  clipboard: string;
  copy: string;
  copied: string;
}

export function copyRows(deposit: HostedDeposit, language: Language): CopyRow[] {
  const { fields, pay } = TEXTS[language];
  return [
    {
      name: 'amount',
      ...fields.amount,
      value: displayAmount(deposit.amountCents, language),
      note: null,
      clipboard: clipboardAmount(deposit.amountCents),
    },
    {
      name: 'receiver',
      ...fields.receiver,
      value: deposit.holderName,
      note: null,
      clipboard: deposit.holderName,
    },
    {
      name: 'iban',
      ...fields.iban,
      value: formatIban(deposit.iban),
      note: deposit.bankName,
      clipboard: deposit.iban,
    },
    {
      name: 'code',
      ...fields.code,
      value: displayCode(deposit.referenceCode),
      note: pay.codeNote,
      clipboard: deposit.referenceCode,
    },
  ];
}
