/**
 * Money: integer minor units in a branded bigint. Only this file parses, formats, rounds and converts amounts to JSON
 * integers.
 */

declare const centsBrand: unique symbol;

/** An amount in minor units. The brand prevents adding a bare bigint (an id, a count) to money. */
export type Cents = bigint & { readonly [centsBrand]: true };

/** Marks a bigint as an amount in minor units. */
export function cents(value: bigint): Cents {
  return value as Cents;
}

export const ZERO_CENTS: Cents = cents(0n);

/** Minor units in one major unit: 100 kuruş are one lira. A request amount has two fraction digits. */
const CENTS_PER_UNIT = 100n;

/**
 * `\d` without the `u` and `v` flags matches only ASCII digits, so digits of other scripts are refused. `$` without `m`
 * matches only at the very end, so a trailing newline is refused too. With ten integer digits, every product with a
 * commission rate stays far inside PostgreSQL's int8.
 */
const AMOUNT_PATTERN = /^(\d{1,10})\.(\d{2})$/;

/** Reads a request amount such as "1000.00". Undefined when it is malformed or not greater than zero. */
export function parseAmount(text: string): Cents | undefined {
  const match = AMOUNT_PATTERN.exec(text);
  if (match === null) return undefined;
  const [, units = '', fraction = ''] = match;
  const value = BigInt(units) * CENTS_PER_UNIT + BigInt(fraction);
  return value > 0n ? cents(value) : undefined;
}

/** Writes an amount with two fraction digits: "1000.00", "-5.00". */
export function formatAmount(amountCents: Cents): string {
  const magnitude = amountCents < 0n ? 0n - amountCents : amountCents;
  const units = magnitude / CENTS_PER_UNIT;
  const fraction = String(magnitude % CENTS_PER_UNIT).padStart(2, '0');
  return `${amountCents < 0n ? '-' : ''}${units}.${fraction}`;
}

/**
 * The integer for a JSON body. Throws if a double cannot hold it exactly: a failed response is noticed and repaired, but a
 * silently rounded amount is credited to a player.
 */
export function toWireInteger(amountCents: Cents): number {
  const wire = Number(amountCents);
  if (!Number.isSafeInteger(wire)) {
    throw new RangeError(`${amountCents} cents can't be written as an exact JSON integer.`);
  }
  return wire;
}

/**
 * numerator / denominator, rounded half up: exactly one half goes to the next integer. Numerators must not be negative,
 * because "up" would be ambiguous below zero, and no commission is negative.
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) throw new RangeError(`roundHalfUp needs a numerator of at least 0, not ${numerator}.`);
  if (denominator <= 0n)
    throw new RangeError(`roundHalfUp needs a positive denominator, not ${denominator}.`);
  return (2n * numerator + denominator) / (2n * denominator);
}

export function addCents(left: Cents, right: Cents): Cents {
  return cents(left + right);
}

export function subtractCents(minuend: Cents, subtrahend: Cents): Cents {
  return cents(minuend - subtrahend);
}

export function negateCents(amountCents: Cents): Cents {
  return cents(0n - amountCents);
}

export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce(addCents, ZERO_CENTS);
}
