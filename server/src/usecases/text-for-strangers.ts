import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { checkedText } from './checked-text.ts';
import { refused } from './refusal.ts';
import type { TextField } from './refusals/administration.ts';

/** A name may end in ".com". What a reader could follow begins with one of these. */
const WEB_ADDRESS = /:\/\/|\bwww\./i;

/**
 * A text that one person may change and that players, or people whom we invite, read as ours. It holds no account and no web address: "our
 * account has changed, send it to TR12 …" would be believed.
 */
export function textForStrangers(field: TextField, text: string, limits: { maxLength: number }): string {
  const checked = checkedText(field, text, limits);
  const isAddress = WEB_ADDRESS.test(checked.normalize('NFKC'));
  if (isAddress || withHiddenIbans(checked, { numbers: true }) !== checked)
    throw refused('text_holds_account', { field });
  return checked;
}
