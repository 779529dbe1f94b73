import type { AmountRange, VezneError } from '@vezne/sdk';
import { displayAmount } from '../money/amounts.ts';
import { readIban } from '../money/iban.ts';
import { readAmount } from '../money/typed-amount.ts';
import type { AmountProblem, FormProblem } from './texts/model.ts';
import type { Visit } from './visit.ts';

export type FieldName = 'amount' | 'bankName' | 'holder' | 'iban' | 'username' | 'fullName';

/** What is wrong with a form, in the player's language: beside the fields, and about all of it. */
export interface Problems {
  fields: Partial<Record<FieldName, string>>;
  form?: string | undefined;
}

/** A value that can be used, or the sentence to show beside its field. */
type Read<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: string };

export function readAmountField(
  { texts, language }: Visit,
  text: string,
  range: AmountRange | undefined,
): Read<bigint> {
  const read = readAmount(text, language);
  if ('problem' in read) return { problem: texts.amountProblem[read.problem] };
  const { cents } = read;
  if (cents === 0n) return { problem: texts.amountProblem.zero };
  if (range === undefined) return { value: cents };
  // The service checks the limits too. This check is faster for the player.
  const [min, max] = [BigInt(range.minCents), BigInt(range.maxCents)];
  if (cents < min) return { problem: texts.amountTooLow(displayAmount(min, language)) };
  if (cents > max) return { problem: texts.amountTooHigh(displayAmount(max, language)) };
  return { value: cents };
}

/** Counts characters as the service does: an emoji is one. */
export function readTextField(
  { texts }: Visit,
  text: string,
  { maxLength, missing }: { maxLength: number; missing: string },
): Read<string> {
  const value = text.trim();
  if (value === '') return { problem: missing };
  return Array.from(value).length > maxLength ? { problem: texts.tooLong(maxLength) } : { value };
}

export function readIbanField({ texts }: Visit, text: string): Read<string> {
  const read = readIban(text);
  if ('iban' in read) return { value: read.iban };
  return {
    problem: read.problem === 'length' ? texts.ibanLength(read.length) : texts.ibanProblem[read.problem],
  };
}

/** Of all fields at once, so that nobody has to send a form four times to hear of four slips. */
export function problemsIn(fields: Partial<Record<FieldName, Read<unknown>>>): Problems['fields'] {
  const wrong = Object.entries(fields).filter(([, { problem }]) => problem !== undefined);
  return Object.fromEntries(wrong.map(([name, { problem }]) => [name, problem]));
}

const FORM_PROBLEMS: ReadonlyMap<string, FormProblem> = new Map([
  ['player_blocked', 'blocked'],
  ['deposits_paused', 'paused'],
  ['withdrawals_paused', 'paused'],
  ['no_deposit_account', 'paused'],
  ['overloaded', 'paused'],
  ['unavailable', 'paused'],
  ['rate_limited', 'paused'],
]);

const AMOUNT_PROBLEMS: ReadonlyMap<string, AmountProblem> = new Map([
  ['amount_out_of_range', 'outside'],
  ['commission_exceeds_amount', 'nothingLeft'],
  ['player_limit_reached', 'limitOfDay'],
]);

/** What the service refused. Its messages are for developers, and go to the log; players read ours, beside the field. */
export function problemsOf({ code, fields }: VezneError, { texts }: Visit): Problems {
  const ofAmount = AMOUNT_PROBLEMS.get(code);
  if (ofAmount !== undefined) return { fields: { amount: texts.amountProblem[ofAmount] } };
  const refused = (path: string): boolean => fields.some((field) => field.path === path);
  if (refused('withdrawalAccount.iban')) return { fields: { iban: texts.ibanProblem.refused } };
  if (refused('withdrawalAccount.accountHolderName')) return { fields: { holder: texts.otherHolder } };
  return { fields: {}, form: texts.problem[FORM_PROBLEMS.get(code) ?? 'refused'] };
}
