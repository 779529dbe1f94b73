import { foldName } from '@vezne/domain/names';

/** As much as the column holds. A ligature becomes up to 18 letters when it is folded. */
const MAX_LENGTH = 128;

/** A user name as it is stored to be found, and so as it is searched for. Folding twice changes nothing. */
export function foldedUsername(username: string): string {
  return foldName(username).slice(0, MAX_LENGTH).trim();
}
