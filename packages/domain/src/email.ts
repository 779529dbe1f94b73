/** Addresses with which people of partners sign in. */

export const EMAIL_MAX_LENGTH = 254;

/**
 * Lower-case ASCII alone, as the database keeps it: two addresses that nobody can tell apart would be two people. Whether a letter arrives
 * there is for the letter to show.
 */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** An address as it was typed, in the form in which it is compared. */
export function foldEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

export function isEmail(folded: string): boolean {
  return folded.length <= EMAIL_MAX_LENGTH && EMAIL.test(folded);
}
