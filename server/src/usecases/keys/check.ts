import type pg from 'pg';
import { readRegisteredKeys } from '../../db/read/installation/key-fingerprints.ts';
import type { RegisteredKey } from '../../db/read/installation/key-fingerprints.ts';
import { readSealedSamples } from '../../db/read/installation/sealed-secrets.ts';
import type { OpenedTable } from '../../db/sealed-tables.ts';
import { registerFingerprints, registerHolder } from '../../db/write/installation/key-fingerprints.ts';
import type { HeldKey } from '../../keys/fingerprint.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';

/** A key that is not what its version means here. */
export interface WrongKey {
  key: HeldKey;
  /** Who said what it means; undefined if nobody did, and it doesn't open what was sealed with it. */
  registered: RegisteredKey | undefined;
}

/**
 * Compares the keys of this process with what they were before, and tries those that are new here on what they are said to have
 * sealed. Returns the first that is wrong.
 */
export async function findWrongKey(
  pool: pg.Pool,
  {
    held,
    sealedSecrets,
    opens,
  }: {
    held: readonly HeldKey[];
    sealedSecrets: SealedSecrets;
    /** What this process opens with its secret keys; a process without them opens nothing so. */
    opens?: OpenedTable | undefined;
  },
): Promise<WrongKey | undefined> {
  const registered = await readRegisteredKeys(pool);
  const wrong = firstOther(held, registered);
  if (wrong !== undefined) return wrong;
  for (const key of held) {
    if (opens === undefined || key.purpose !== 'secret' || findRegistered(key, registered) !== undefined)
      continue;
    if (!(await opensItsSecrets(pool, { key, sealedSecrets, opens }))) return { key, registered: undefined };
  }
  return undefined;
}

/** Says what the keys are from now on, where nobody has yet. Returns one that somebody has registered otherwise meanwhile. */
export async function registerKeys(pool: pg.Pool, held: readonly HeldKey[]): Promise<WrongKey | undefined> {
  const registered = await readRegisteredKeys(pool);
  const unknown = held.filter((key) => findRegistered(key, registered) === undefined);
  if (unknown.length === 0) return firstOther(held, registered);
  await registerFingerprints(pool, unknown);
  return firstOther(held, await readRegisteredKeys(pool));
}

/** Notes that a process of this role has these keys. */
export async function noteHolder(
  pool: pg.Pool,
  { held, role }: { held: readonly HeldKey[]; role: string },
): Promise<void> {
  const registered = await readRegisteredKeys(pool);
  const isNoted = held.every((key) => findRegistered(key, registered)?.heldBy.includes(role));
  if (!isNoted) await registerHolder(pool, held);
}

function findRegistered(key: HeldKey, registered: readonly RegisteredKey[]): RegisteredKey | undefined {
  return registered.find(({ purpose, version }) => purpose === key.purpose && version === key.version);
}

function firstOther(held: readonly HeldKey[], registered: readonly RegisteredKey[]): WrongKey | undefined {
  for (const key of held) {
    const known = findRegistered(key, registered);
    if (known !== undefined && !known.fingerprint.equals(key.fingerprint)) return { key, registered: known };
  }
  return undefined;
}

/** One secret that opens is proof. One that doesn't may be damaged, so a few are tried. */
async function opensItsSecrets(
  pool: pg.Pool,
  { key, sealedSecrets, opens }: { key: HeldKey; sealedSecrets: SealedSecrets; opens: OpenedTable },
): Promise<boolean> {
  const samples = await readSealedSamples(pool, { table: opens, version: key.version });
  const opened = await Promise.allSettled(
    samples.map(async ({ sealed: [first = ''], keyVersion }) => await sealedSecrets.open(first, keyVersion)),
  );
  return opened.length === 0 || opened.some(({ status }) => status === 'fulfilled');
}
