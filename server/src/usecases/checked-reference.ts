import { checkedText } from './checked-text.ts';

/** The length of the columns for references. */
const MAX_LENGTH = 64;

/** What a bank calls a transfer. Banks print one reference in either case, and people type it with other blanks or other digits. */
export function checkedReference(bankReference: string): string {
  // Some letters are longer in capitals, so the length is measured last.
  const written = inOneSpelling(bankReference).toUpperCase();
  return checkedText('bank_reference', written, { maxLength: MAX_LENGTH });
}

function inOneSpelling(text: string): string {
  // What is far too long is refused as it is: composing it would take long.
  if (text.length > MAX_LENGTH * 8) return text;
  return text.normalize('NFKC').replaceAll(/ +/g, ' ').trim();
}
