/**
 * Amounts are whole cents in a bigint, everywhere in the shop. Only this file turns them into text, for people and for the
 * service. It works on digits: a division would create floating-point numbers.
 */
const CENTS_DIGITS = 2;

/** What a person typed: 250 or 250,50 or 250.50. Undefined for anything else, also for 1.000, which is ambiguous. */
export function parseAmount(text: string): bigint | undefined {
  const match = /^(?<whole>\d{1,12})(?:[.,](?<fraction>\d{1,2}))?$/.exec(text.trim());
  if (match?.groups === undefined) return undefined;
  const { whole = '', fraction = '' } = match.groups as { whole?: string; fraction?: string };
  return BigInt(whole + fraction.padEnd(CENTS_DIGITS, '0'));
}

/** Why it cannot be read: it has a thousands separator, or is not an amount at all. */
export function amountProblem(text: string): 'separator' | 'amount' {
  return /^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{0,2})?$/.test(text.trim()) ? 'separator' : 'amount';
}

/** In the form that the service expects: "1000.00". */
export function decimalOf(cents: bigint): string {
  const digits = String(cents).padStart(CENTS_DIGITS + 1, '0');
  return `${digits.slice(0, -CENTS_DIGITS)}.${digits.slice(-CENTS_DIGITS)}`;
}

/** As people write it: 1.000,00 ₺ in Turkish, ₺1,000.00 in English, with a real minus sign. */
export function displayAmount(cents: bigint, language: 'tr' | 'en'): string {
  const [whole = '', fraction = ''] = decimalOf(cents < 0n ? -cents : cents).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'tr' ? '.' : ',');
  const text = language === 'tr' ? `${grouped},${fraction} ₺` : `₺${grouped}.${fraction}`;
  return cents < 0n ? `−${text}` : text;
}
