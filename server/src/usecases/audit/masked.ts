/** What of an entry may leave the log. Nobody needs a whole IBAN here, whoever looks; and a secret should not be in it at all. */
import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { withoutQueries } from '@vezne/domain/hidden-queries';

/** The text with every IBAN in it masked, also inside a sentence, and addresses without what may be a token. */
export function masked(text: string): string {
  return withHiddenIbans(withoutQueries(text));
}

/** What people write themselves: nobody needs the number of an account there. */
export function maskedNote(text: string): string {
  return withHiddenIbans(withoutQueries(text), { numbers: true });
}

const SECRET = /secret|password|token|sealed|private/i;

/** No entry has such a field. If one ever does, it stays in the log. */
export function isSecretField(field: string): boolean {
  return SECRET.test(field);
}
