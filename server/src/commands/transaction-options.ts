import { InvalidArgumentError } from 'commander';
import { fromTransactionId } from '../ids.ts';
import { isUuid } from '../db/uuid.ts';
import { CommandError } from './command-error.ts';
import { checkedText } from '../usecases/checked-text.ts';

/** How long a command's statement may take while a person waits. */
export const STATEMENT_OPTIONS = { timeoutMs: 10_000 } as const;

export const SEEN_HELP =
  'the fingerprint that vezne transaction show or list gave, or its first 12 digits or more';
export const NOTE_HELP = 'why, for whoever reads the history later';

/** The length of the columns for notes. */
const NOTE_MAX_LENGTH = 1024;

/** The uuid of a transaction, given as txn_… or as a uuid. */
export function transactionIdOf(text: string): string {
  const id = fromTransactionId(text.toLowerCase()) ?? text.toLowerCase();
  if (isUuid(id)) return id;
  throw new CommandError(
    `"${text}" is not the id of a transaction. Write txn_ and 32 digits, as vezne transaction list shows it, or a uuid.`,
  );
}

/** A uuid that names a request or an operation. */
export function uuidOf(label: string, text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new CommandError(`"${text}" is not the id of ${label}. Copy it from where the command printed it.`);
}

/** At least as many digits of the fingerprint as a list shows. */
const SEEN_PATTERN = /^[0-9a-f]{12,64}$/i;

export function fingerprint(text: string): string {
  if (!SEEN_PATTERN.test(text))
    throw new InvalidArgumentError('Write 12 hex digits or more, as vezne transaction list shows them.');
  return text.toLowerCase();
}

export function checkedNote(note: string): string;
export function checkedNote(note: string | undefined): string | undefined;
export function checkedNote(note: string | undefined): string | undefined {
  return note === undefined ? undefined : checkedText('note', note, { maxLength: NOTE_MAX_LENGTH });
}
