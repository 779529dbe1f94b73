import { displayAmount } from '@vezne/domain/written';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { wire } from './wire.ts';

/** "%3", "%2,5 + 1,00 ₺". */
export function useRateText(terms: { basisPoints: number; fixedCents: number }): string {
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(terms.basisPoints / 10_000);
  return terms.fixedCents === 0 ? percent : `${percent} + ${displayAmount(wire(terms.fixedCents), language)}`;
}
