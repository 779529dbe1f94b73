import { hasIbans } from '@vezne/domain/iban';
import { refused } from '../refusal.ts';

/** Each country once, in the order of the alphabet, as an IBAN begins with it. */
export function checkedCountries(texts: readonly string[]): string[] {
  const unknown = texts.find((text) => !hasIbans(text));
  if (unknown !== undefined) throw refused('country_unknown', { text: unknown });
  if (texts.length === 0) throw refused('no_country_named');
  return [...new Set(texts)].toSorted();
}
