import type { TransactionTable } from '../../../src/db/schema/transactions.ts';

/** Yes, or why not. */
export type Answer = 'yes' | { readonly no: string };

/** What somebody who adds a column has to decide; docs/adding-a-field.md says how. */
export interface ColumnDecisions {
  /** The create of a partner writes it. */
  creation: Answer;
  /** Late money gets it from the deposit that it is late for. */
  lateMoney: Answer;
  /** A person's decision is refused when it has changed since they looked. */
  fingerprint: Answer;
  /** A partner's own people may read it. */
  portal: Answer;
  /** The log hides it. Asked of a player's data alone. */
  redaction?: Answer;
}

const YES = 'yes';
const no = (reason: string): Answer => ({ no: reason });

const BY_DECISION = no('a decision writes it');
const BY_DATABASE = no('the database fills it in');
const OWN_AMOUNT = no('late money has its own amount, and what follows from it under the copied terms');
const OWN_STATE = no('late money begins as a deposit that waits for a decision');
const ONLY_WITHDRAWALS = no('late money is a deposit, and deposits have none');
const IS_STATE = no('a decision on another state is a conflict, and is told as one');
const IS_FIXED = no('no process may change it, and the id is in the fingerprint');
const NOT_DECIDED_ON = no('a person decides by who pays what to whom, and this is not a part of it');
const BETWEEN_OUR_PEOPLE = no('what our own people do with it is not for partners');
const OUR_ACCOUNTS = no('partners do not see our bank accounts');
const NEVER_LOGGED = no('log lines hold ids, references and errors; none is given a row');

/** Every column of `transaction`. A column that is in schema/transactions.ts and not here does not compile. */
export const TRANSACTION_COLUMNS: Readonly<Record<keyof TransactionTable, ColumnDecisions>> = {
  id: { creation: YES, lateMoney: no('it has its own'), fingerprint: YES, portal: YES },
  partner_id: { creation: YES, lateMoney: YES, fingerprint: YES, portal: YES },
  type: { creation: YES, lateMoney: no('its insert names it: deposit'), fingerprint: YES, portal: YES },
  status: { creation: YES, lateMoney: OWN_STATE, fingerprint: IS_STATE, portal: YES },
  stage: { creation: YES, lateMoney: ONLY_WITHDRAWALS, fingerprint: IS_STATE, portal: BETWEEN_OUR_PEOPLE },
  external_reference: { creation: YES, lateMoney: YES, fingerprint: YES, portal: YES },
  original_transaction_id: {
    creation: no('only late money has an original'),
    lateMoney: no('it is the id of the original'),
    fingerprint: IS_FIXED,
    portal: YES,
  },
  refused_transaction_id: {
    creation: no('only late money is money that was refused before'),
    lateMoney: no('the operator says whose money it is'),
    fingerprint: IS_FIXED,
    portal: BETWEEN_OUR_PEOPLE,
  },
  reference_number: {
    creation: YES,
    lateMoney: no('it has the code of its original, and the number belongs to one deposit'),
    fingerprint: IS_FIXED,
    portal: no('it would tell how many deposits there are'),
  },
  currency: { creation: YES, lateMoney: YES, fingerprint: YES, portal: YES },
  amount_cents: { creation: YES, lateMoney: OWN_AMOUNT, fingerprint: YES, portal: YES },
  actual_amount_cents: { creation: BY_DECISION, lateMoney: BY_DECISION, fingerprint: YES, portal: YES },
  commission_cents: { creation: YES, lateMoney: OWN_AMOUNT, fingerprint: YES, portal: YES },
  net_amount_cents: { creation: YES, lateMoney: OWN_AMOUNT, fingerprint: YES, portal: YES },
  player_amount_cents: { creation: YES, lateMoney: OWN_AMOUNT, fingerprint: YES, portal: YES },
  balance_impact_cents: { creation: YES, lateMoney: OWN_AMOUNT, fingerprint: YES, portal: YES },
  commission_basis_points: { creation: YES, lateMoney: YES, fingerprint: YES, portal: YES },
  commission_fixed_cents: { creation: YES, lateMoney: YES, fingerprint: YES, portal: YES },
  settlement_mode: { creation: YES, lateMoney: YES, fingerprint: YES, portal: YES },
  customer_id: { creation: YES, lateMoney: YES, fingerprint: YES, portal: YES, redaction: NEVER_LOGGED },
  customer_username: {
    creation: YES,
    lateMoney: YES,
    fingerprint: NOT_DECIDED_ON,
    portal: YES,
    redaction: NEVER_LOGGED,
  },
  customer_full_name: {
    creation: YES,
    lateMoney: YES,
    fingerprint: YES,
    portal: YES,
    redaction: NEVER_LOGGED,
  },
  customer_email: {
    creation: YES,
    lateMoney: YES,
    fingerprint: NOT_DECIDED_ON,
    portal: YES,
    redaction: NEVER_LOGGED,
  },
  bank_account_id: {
    creation: YES,
    lateMoney: no('the operator says which account it came to'),
    fingerprint: YES,
    portal: OUR_ACCOUNTS,
  },
  previous_bank_account_id: {
    creation: no('a freeze writes it'),
    lateMoney: no('the operator says which account it came to'),
    fingerprint: YES,
    portal: OUR_ACCOUNTS,
  },
  reference_code: { creation: YES, lateMoney: YES, fingerprint: IS_FIXED, portal: YES },
  redirect_url: { creation: YES, lateMoney: YES, fingerprint: NOT_DECIDED_ON, portal: YES },
  language: { creation: YES, lateMoney: YES, fingerprint: NOT_DECIDED_ON, portal: YES },
  page_key_version: {
    creation: YES,
    lateMoney: YES,
    fingerprint: NOT_DECIDED_ON,
    portal: no('which of our keys made the address is not for partners'),
  },
  expires_at: {
    creation: YES,
    lateMoney: no('its money has come, so it never waits for a payment'),
    fingerprint: NOT_DECIDED_ON,
    portal: YES,
  },
  payout_bank_name: {
    creation: YES,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: YES,
    portal: YES,
    redaction: NEVER_LOGGED,
  },
  payout_holder_name: {
    creation: YES,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: YES,
    portal: YES,
    redaction: NEVER_LOGGED,
  },
  payout_iban: {
    creation: YES,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: YES,
    portal: YES,
    redaction: NEVER_LOGGED,
  },
  reason_code: { creation: BY_DECISION, lateMoney: OWN_STATE, fingerprint: IS_STATE, portal: YES },
  created_at: { creation: BY_DATABASE, lateMoney: BY_DATABASE, fingerprint: IS_FIXED, portal: YES },
  decided_at: { creation: BY_DECISION, lateMoney: OWN_STATE, fingerprint: IS_STATE, portal: YES },
  step_count: {
    creation: BY_DATABASE,
    lateMoney: OWN_STATE,
    fingerprint: NOT_DECIDED_ON,
    portal: BETWEEN_OUR_PEOPLE,
  },
  taken_by_id: {
    creation: BY_DECISION,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: no('the name beside it is'),
    portal: BETWEEN_OUR_PEOPLE,
  },
  authorised_by_id: {
    creation: BY_DECISION,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: no('the name beside it is'),
    portal: BETWEEN_OUR_PEOPLE,
  },
  taken_by: {
    creation: BY_DECISION,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: YES,
    portal: BETWEEN_OUR_PEOPLE,
  },
  authorised_by: {
    creation: BY_DECISION,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: YES,
    portal: BETWEEN_OUR_PEOPLE,
  },
  parts_sent_cents: {
    creation: BY_DATABASE,
    lateMoney: ONLY_WITHDRAWALS,
    fingerprint: YES,
    portal: BETWEEN_OUR_PEOPLE,
  },
  held_until: {
    creation: BY_DECISION,
    lateMoney: OWN_STATE,
    fingerprint: no('a hold does not change what is decided on'),
    portal: BETWEEN_OUR_PEOPLE,
  },
  hold_reason: {
    creation: BY_DECISION,
    lateMoney: OWN_STATE,
    fingerprint: no('a hold does not change what is decided on'),
    portal: BETWEEN_OUR_PEOPLE,
  },
  corrected_at: {
    creation: BY_DECISION,
    lateMoney: OWN_STATE,
    fingerprint: no('a correction changes the amounts, and those are in it'),
    portal: no('the history has the step, with its time'),
  },
};
