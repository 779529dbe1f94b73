import { InvalidArgumentError } from 'commander';
import { ZERO_CENTS, parseAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { parseTurkishTime } from '@vezne/domain/turkish-time';

/** An amount above zero, written as in requests: 1000.00. */
export function amountAboveZero(text: string): Cents {
  const amountCents = parseAmount(text);
  if (amountCents === undefined)
    throw new InvalidArgumentError('Write an amount above zero with two decimals: 1000.00.');
  return amountCents;
}

/** An amount that may be zero. */
export function amount(text: string): Cents {
  const amountCents = text === '0.00' ? ZERO_CENTS : parseAmount(text);
  if (amountCents === undefined)
    throw new InvalidArgumentError('Write an amount with two decimals: 1000.00.');
  return amountCents;
}

/** Nine digits are a safe integer, and more than any option needs. */
const WHOLE_NUMBER = /^\d{1,9}$/;

export function wholeNumber(text: string): number {
  if (!WHOLE_NUMBER.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** A whole number with limits that only the command line has. The use case checks limits that are business rules. */
export function wholeNumberBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = wholeNumber(text);
    if (value < min || value > max)
      throw new InvalidArgumentError(`Write a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** With its time zone: the local time of a machine must not decide what is meant. */
const TIME_PATTERN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|[+-]\d\d)((?<!Z):\d\d)?$/;

/** A time as programs write it, or as our commands do: 2026-11-15 13:00:00 +03. */
export function timeValue(text: string): Date {
  const [isTime, day, clock, zone, minutes = ':00'] = TIME_PATTERN.exec(text) ?? [];
  const time = new Date(`${day}T${clock}${zone}${zone === 'Z' ? '' : minutes}`);
  if (isTime === undefined || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Write a time with its zone: 2026-11-15T13:00+03:00.');
  }
  return time;
}

const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/;

/** A date, which is its midnight in Turkey, or a time with its zone. */
export function dateOrTime(text: string): Date {
  if (!DATE_PATTERN.test(text)) return timeValue(text);
  const midnight = parseTurkishTime(`${text}T00:00`);
  if (midnight === undefined)
    throw new InvalidArgumentError('There is no such date. Write it as 2026-12-01.');
  return midnight;
}

/** For an option that may be repeated. If it took several values at once, it would swallow the next argument. */
export function oneMore(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), text];
}
