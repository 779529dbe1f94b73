import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { SealableEntry } from '../../db/read/sealable-entries.ts';

/** What the first seal follows. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/** What a seal covers: form 2 has the id of the actor, which form 1, from before there were ids, lacks. */
export type SealForm = 1 | 2;

export const NEWEST_FORM: SealForm = 2;

/**
 * The one form of an entry that is hashed, for sealing and for verifying. A JSON array on a line of its own: the texts in it
 * are quoted, so that no two entries or lists of entries have the same form. Changing it would break every seal there is, so each
 * seal keeps the form that it was made in.
 */
function canonicalText(entry: SealableEntry, form: SealForm): string {
  const values = [
    String(entry.id),
    entry.atMicroseconds,
    entry.actorKind,
    entry.actor,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    entry.detailsText,
    ...(form === 1 ? [] : [entry.actorId]),
  ];
  return `${JSON.stringify(values)}\n`;
}

/** SHA-256 over the hash before and then each entry, in the order of their ids. Entries may come in parts. */
export function createSealHash(
  previousHash: Buffer,
  form: SealForm,
): {
  add(entries: readonly SealableEntry[]): void;
  digest(): Buffer;
} {
  const hash: Hash = createHash('sha256').update(previousHash);
  return {
    add(entries) {
      for (const entry of entries) hash.update(canonicalText(entry, form));
    },
    digest: () => hash.digest(),
  };
}
