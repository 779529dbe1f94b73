/** Amounts as people type them, in either language. */
import { parseAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { displayAmount } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';

/** Digits, alone or in groups of three with one kind of mark between them. */
const WHOLE = /^(?:\d+|\d{1,3}([.,])\d{3}(?:\1\d{3})*)$/;
/** One or two digits at the end are kuruş, whatever mark stands before them; three are a group. */
const WITH_FRACTION = /^(.+?)([.,])(\d{1,2})$/;

/**
 * What somebody typed: "950", "950,5", "1.000,00", "1,000.00". The same in both languages, so that a habit from the other one never
 * makes a thousand of one. Undefined: it is no amount.
 */
export function readAmount(typed: string): Cents | undefined {
  const text = typed.replaceAll(/[\s₺]/g, '');
  const [, before = text, mark, fraction = ''] = WITH_FRACTION.exec(text) ?? [];
  const group = WHOLE.exec(before);
  // "1.000.00" could be either.
  if (group === null || (group[1] !== undefined && group[1] === mark)) return undefined;
  return parseAmount(`${before.replaceAll(/[.,]/g, '')}.${fraction.padEnd(2, '0')}`);
}

/** As it stands in a field, without the sign of the currency. */
export function fieldAmount(amountCents: Cents, language: Language): string {
  return displayAmount(amountCents, language).replaceAll(/[\s₺]/g, '');
}
