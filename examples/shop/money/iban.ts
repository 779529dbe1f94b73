/** People recognise an account by its end, written as in the whole IBAN: "…8413 26". */
export function ibanEnd(iban: string): string {
  return `…${iban.slice(-6, -2)}\u00a0${iban.slice(-2)}`;
}
