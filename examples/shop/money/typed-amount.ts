export type TypedAmount = { cents: bigint } | { problem: 'missing' | 'ambiguous' | 'unreadable' };

/** The service accepts ten digits before the point; the limits are far below. */
const MAX_DIGITS = 12;

const CURRENCY = /^(?:₺|TL|TRY)\s*|\s*(?:₺|TL|TRY)$/i;
/** Also the narrow and no-break spaces that other programs put between thousands. */
const SPACE = ' \u00a0\u2009\u202f';

/** A group before the first separator never begins with 0: nobody writes 0.500 for five hundred. */
const PLAIN = /^(?<whole>\d+)(?:,(?<fraction>\d{1,2}))?$/;
const TURKISH = new RegExp(
  `^(?<whole>[1-9]\\d{0,2}(?<mark>[.${SPACE}])\\d{3}(?:\\k<mark>\\d{3})*)(?:,(?<fraction>\\d{1,2}))?$`,
);
const ENGLISH = /^(?<whole>[1-9]\d{0,2}(?:,\d{3})+)\.(?<fraction>\d{1,2})$/;
const ENGLISH_MILLIONS = /^(?<whole>[1-9]\d{0,2}(?:,\d{3}){2,})$/;
const ENGLISH_PLAIN = /^(?<whole>\d+)\.(?<fraction>\d{1,2})$/;

/** A comma before three digits: a thousand in English; in Turkish one lira, with a slip. */
const COMMA_BEFORE_THREE = /^\d{1,3},\d{3}$/;

/**
 * An amount as people write it: 1000, 1.000, 1.000,00, 1 000,50, ₺1.000, 1,000.00. No text has two meanings: what could be
 * read in two ways is refused with a sentence, and never guessed, because the readings differ by a factor of a hundred or a
 * thousand.
 *
 * - 1,000 is refused in both languages.
 * - 250.50 is read on the English page, which writes amounts so itself. On the Turkish page a dot separates thousands, and
 *   it may be an unfinished 250.500: refused.
 * - 1.000 is a thousand in both languages: money has no third decimal.
 */
export function readAmount(text: string, language: 'tr' | 'en'): TypedAmount {
  const written = text.trim().replace(CURRENCY, '');
  if (written === '') return { problem: 'missing' };
  const forms = [PLAIN, TURKISH, ENGLISH, ENGLISH_MILLIONS, ...(language === 'en' ? [ENGLISH_PLAIN] : [])];
  for (const form of forms) {
    const groups = form.exec(written)?.groups;
    if (groups === undefined) continue;
    const whole = (groups['whole'] ?? '').replaceAll(/\D/g, '');
    if (whole.length > MAX_DIGITS) return { problem: 'unreadable' };
    // Digits are put together as text: a multiplication by 100 would create floating-point numbers.
    return { cents: BigInt(whole + (groups['fraction'] ?? '').padEnd(2, '0')) };
  }
  const isAmbiguous = COMMA_BEFORE_THREE.test(written) || ENGLISH_PLAIN.test(written);
  return { problem: isAmbiguous ? 'ambiguous' : 'unreadable' };
}
