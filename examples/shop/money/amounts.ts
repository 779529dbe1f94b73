/**
 * Amounts are whole cents in a bigint, everywhere in the shop. They become text for people and for the service only
 * here, by their digits: a division would bring floating-point numbers in.
 */
const CENTS_DIGITS = 2;

/** What a person typed: 250 or 250,50 or 250.50. Undefined for all else, also 1.000, which may mean two things. */
export function parseAmount(text: string): bigint | undefined {
  const match = /^(?<whole>\d{1,12})(?:[.,](?<fraction>\d{1,2}))?$/.exec(text.trim());
  if (match?.groups === undefined) return undefined;
  const { whole = '', fraction = '' } = match.groups as { whole?: string; fraction?: string };
  return BigInt(whole + fraction.padEnd(CENTS_DIGITS, '0'));
}

/** Why it can't be read: with a separator for thousands, or not an amount at all. */
export function amountProblem(text: string): 'separator' | 'amount' {
  return /^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{0,2})?$/.test(text.trim()) ? 'separator' : 'amount';
}

/** As the service wants it: "1000.00". */
export function decimalOf(cents: bigint): string {
  const digits = String(cents).padStart(CENTS_DIGITS + 1, '0');
  return `${digits.slice(0, -CENTS_DIGITS)}.${digits.slice(-CENTS_DIGITS)}`;
}

/** As people write it: 1.000,00 ₺ in Turkish, ₺1,000.00 in English, with a real minus. */
export function displayAmount(cents: bigint, language: 'tr' | 'en'): string {
  const [whole = '', fraction = ''] = decimalOf(cents < 0n ? -cents : cents).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'tr' ? '.' : ',');
  const text = language === 'tr' ? `${grouped},${fraction} ₺` : `₺${grouped}.${fraction}`;
  return cents < 0n ? `−${text}` : text;
}
