import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { SealableEntry } from '../../db/read/sealable-entries.ts';

/** The first seal has no seal before it and uses this hash. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/** Which fields a seal covers. Form 2 includes the actor's id; form 1 was made before actors had ids. */
export type SealForm = 1 | 2;

export const NEWEST_FORM: SealForm = 2;

/**
 * The text of an entry that is hashed, both for sealing and for verifying. It is a JSON array on its own line. The texts in
 * it are quoted, so two different entries or lists of entries never give the same text. Changing the text would break every
 * existing seal, so each seal stores the form it was made in.
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

/** SHA-256 over the previous hash and then each entry, ordered by id. Entries may be added in several calls. */
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
