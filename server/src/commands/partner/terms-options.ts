import { Option } from 'commander';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import type { Terms } from '@vezne/domain/commission';
import { formatAmount } from '@vezne/domain/money';
import type { TermsStart } from '../../db/read/partners/partner-terms.ts';
import { amountText } from '../layout.ts';
import { amount, dateOrTime, wholeNumber } from '../option-values.ts';

/** The options for terms. `prefix` separates the two directions. */
export function termsOptions(prefix: string, defaults?: Terms): Option[] {
  const bps = new Option(`--${prefix}bps <number>`, 'commission rate in basis points; 300 are 3 %').argParser(
    wholeNumber,
  );
  const fixed = new Option(`--${prefix}fixed <amount>`, 'fixed part of the commission').argParser(amount);
  const mode = new Option(`--${prefix}mode <mode>`, 'who bears the commission').choices(SETTLEMENT_MODES);
  if (defaults === undefined) return [bps, fixed, mode];
  return [
    bps.default(defaults.basisPoints),
    fixed.default(defaults.fixedCents, formatAmount(defaults.fixedCents)),
    mode.default(defaults.mode),
  ];
}

/** "3.00 % + 1.50 TRY, deduct_from_amount". */
export function termsText({ basisPoints, fixedCents, mode }: Terms): string {
  const percent = `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')} %`;
  return `${percent} + ${amountText(fixedCents)}, ${mode}`;
}

/** `now`, a date, which is its midnight in Turkey, or a time with its zone. */
export function termsStart(text: string): TermsStart {
  return text === 'now' ? text : dateOrTime(text);
}
