import type { PasswordWeakness } from '@vezne/domain/password-rules';

/** Refusals that somebody can get who signs in to the console or the portal, or changes their own factors. */
export interface SignInRefusals {
  /** The handle is unknown, the password wrong or the person disabled: nobody is told which. */
  credentials_wrong: null;
  /** Of somebody who is signed in. */
  password_wrong: null;
  code_wrong: null;
  /** It is no code of this person, or was used. */
  recovery_code_wrong: null;
  code_used: { retryAfterSeconds: number };
  passkey_refused: null;
  /** The step before was too long ago, or was answered already. */
  attempt_expired: null;
  /** There is no second factor, and the time to set one up has passed. */
  enrolment_missed: null;
  enrolment_invalid: null;
  password_weak: { problem: PasswordWeakness | 'same_as_before' };
  last_factor: null;
  /** There is nothing that a recovery code could stand in for. */
  no_factor: null;
  totp_exists: null;
  too_many_passkeys: null;
  factor_not_found: null;
  session_not_found: null;
  /** Too many wrong answers for this person, or from this network. */
  throttled: { retryAfterSeconds: number };
}
