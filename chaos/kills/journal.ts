import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { TransactionType } from '@vezne/domain/transaction-state';

/** What a partner or an operator was told, as they noted it before they went on. */
export type Entry =
  | { kind: 'created'; type: TransactionType; reference: string; transactionId: string; amountCents: number }
  /** A 503: the partner has given the money back. */
  | { kind: 'refused'; reference: string }
  | { kind: 'decided'; transactionId: string; status: string };

export interface Journal {
  note(entry: Entry): void;
  close(): void;
}

/** A file that keeps each entry also if its writer is killed in the next moment. Several processes may write to it. */
export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'a');
  return {
    // One write to a file that is opened for appending is never mixed with another.
    note: (entry) => void writeSync(descriptor, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(descriptor),
  };
}

export function readJournal(file: string): Entry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}
