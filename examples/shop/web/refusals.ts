import type { VezneError } from '@vezne/sdk';
import type { FormProblem } from './texts/model.ts';

const PROBLEMS: ReadonlyMap<string, FormProblem> = new Map([
  ['amount_out_of_range', 'range'],
  ['commission_exceeds_amount', 'range'],
  ['deposits_paused', 'paused'],
  ['withdrawals_paused', 'paused'],
  ['no_deposit_account', 'paused'],
  ['overloaded', 'paused'],
  ['unavailable', 'paused'],
  ['rate_limited', 'paused'],
]);

/** The service's messages are for developers, and go to the log. Players read ours. */
export function problemOf({ code, fields }: VezneError): FormProblem {
  if (fields.some(({ path }) => path === 'withdrawalAccount.iban')) return 'iban';
  return PROBLEMS.get(code) ?? 'refused';
}
