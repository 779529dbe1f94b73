import { checkedText } from './checked-text.ts';

/** The length of the columns for references. */
const MAX_LENGTH = 64;

/** What a bank calls a transfer. Banks print one reference in either case. */
export function checkedReference(bankReference: string): string {
  return checkedText('bank_reference', bankReference, { maxLength: MAX_LENGTH }).toUpperCase();
}
