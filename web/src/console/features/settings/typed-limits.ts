/** Limits as people type them. */
import type { PlatformSettingsShown } from '@vezne/contract/console/settings';
import { hasIbans } from '@vezne/domain/iban';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { Language } from '@vezne/domain/written';
import { fieldAmount, readAmount } from '../../../shared/i18n/amount-input.ts';
import { wire } from '../desk/wire.ts';

/** What is changed together, because one is checked against the other. */
export const LIMIT_GROUPS = {
  deposits: ['depositMinCents', 'depositMaxCents'],
  withdrawals: ['withdrawalMinCents', 'withdrawalMaxCents'],
  four_eyes: ['fourEyesCents'],
  fast_limit: ['fastLimitCents'],
} as const satisfies Record<string, readonly (keyof PlatformSettingsShown)[]>;

export type LimitGroup = keyof typeof LIMIT_GROUPS;
export type LimitField = (typeof LIMIT_GROUPS)[LimitGroup][number];

/** Zero means something: two people for all money, or no transfer that is said to arrive at once. */
const MAY_BE_ZERO: ReadonlySet<LimitField> = new Set(['fourEyesCents', 'fastLimitCents']);
const ZERO = /^0+([.,]0{1,2})?$/;

export function writtenLimit(settings: PlatformSettingsShown, field: LimitField, language: Language): string {
  return fieldAmount(wire(settings[field]), language);
}

/** Undefined: it is no amount. */
export function readLimit(field: LimitField, typed: string): Cents | undefined {
  if (MAY_BE_ZERO.has(field) && ZERO.test(typed.replaceAll(/[\s₺]/g, ''))) return cents(0n);
  return readAmount(typed);
}

/** The two letters that IBANs begin with, in any order and with anything between them; each once. */
export function readCountries(typed: string): { countries: string[]; unknown: string | undefined } {
  const words = typed.toUpperCase().split(/[\s,;]+/);
  const countries = [...new Set(words.filter((word) => word !== ''))].toSorted();
  return { countries, unknown: countries.find((country) => !hasIbans(country)) };
}
