/**
 * Amounts are whole cents in a bigint, everywhere in the shop. Only this file turns them into text, for people and for the
 * service; typed-amount.ts reads what people type. Both work on digits: a division would create floating-point numbers.
 */
const CENTS_DIGITS = 2;

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
