/** Terms as people type them: a percentage, an amount and a mode. */
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { Language } from '@vezne/domain/written';
import { fieldAmount, readAmount } from '../../../shared/i18n/amount-input.ts';

export interface TypedTerms {
  percent: string;
  fixed: string;
  mode: SettlementMode;
}

/** "3", "2,5" and "2.25" with at most two digits behind the mark: a basis point is a hundredth of a percent. */
const PERCENT = /^(\d{1,3})(?:[.,](\d{1,2}))?$/;
/** The whole amount. */
const MAX_BASIS_POINTS = 10_000;
const ZERO = /^0+(?:[.,]0{1,2})?$/;

export function readPercent(typed: string): number | undefined {
  const [, whole, part = ''] = PERCENT.exec(typed.replaceAll(/[\s%]/g, '')) ?? [];
  if (whole === undefined) return undefined;
  const basisPoints = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return basisPoints > MAX_BASIS_POINTS ? undefined : basisPoints;
}

/** As readAmount, and nothing is an amount as well. */
export function readAmountFromZero(typed: string): Cents | undefined {
  const text = typed.replaceAll(/[\s₺]/g, '');
  return ZERO.test(text) ? ZERO_CENTS : readAmount(typed);
}

/** Undefined: they are no terms yet. */
export function readTerms({ percent, fixed, mode }: TypedTerms): Terms | undefined {
  const basisPoints = readPercent(percent);
  const fixedCents = readAmountFromZero(fixed);
  return basisPoints === undefined || fixedCents === undefined
    ? undefined
    : { basisPoints, fixedCents, mode };
}

export function writtenTerms({ basisPoints, fixedCents, mode }: Terms, language: Language): TypedTerms {
  const percent = (basisPoints / 100).toFixed(2).replace(/\.?0+$/, '');
  return {
    percent: language === 'tr' ? percent.replace('.', ',') : percent,
    fixed: fieldAmount(fixedCents, language),
    mode,
  };
}

/** As a route takes them. */
export function sentTerms({ basisPoints, fixedCents, mode }: Terms) {
  return { basisPoints, fixedCents: Number(fixedCents), mode };
}
