/**
 * What a migration does to the versions before it is in its name, because the name is all that the database keeps of it, and an
 * older version has to read it there.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The migrations before this number are history. All of them are known to every version that reads names. */
const FIRST_NAMED_NUMBER = 34;

/**
 * - `expand`: the versions before it go on as they did.
 * - `contract`: it takes away or tightens what the versions before it may use.
 */
export type MigrationKind = 'expand' | 'contract';

/** A name of another form comes from a version with rules that we don't know, so nothing can be built on it. */
export function migrationKind(name: string): MigrationKind {
  const [, number, kind] = /^(\d{4})_(expand_)?/.exec(name) ?? [];
  if (number === undefined) return 'contract';
  return kind !== undefined || Number(number) < FIRST_NAMED_NUMBER ? 'expand' : 'contract';
}

export function isContraction(name: string): boolean {
  return migrationKind(name) === 'contract';
}

export function migrationNumber(name: string): number {
  return Number.parseInt(name, 10);
}

/** The migrations of this version, in their order. */
export function knownMigrations(directory = MIGRATIONS_DIRECTORY): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .sort();
}

/** How the database stands to this version. All lists are empty when it is the same. */
export interface SchemaFit {
  /** The database lacks these, and this version needs them: expansions, and what comes before one. */
  missing: string[];
  /** The contractions at the end that the database lacks. This version serves it with and without them. */
  waiting: string[];
  /** The database has these, which this version doesn't know. */
  expansions: string[];
  contractions: string[];
}

export function compareMigrations({
  known,
  applied,
}: {
  known: readonly string[];
  applied: readonly string[];
}): SchemaFit {
  const ahead = applied.filter((name) => !known.includes(name));
  const pending = known.filter((name) => !applied.includes(name));
  const lastNeeded = pending.findLastIndex((name) => migrationKind(name) === 'expand');
  return {
    missing: pending.slice(0, lastNeeded + 1),
    waiting: pending.slice(lastNeeded + 1),
    expansions: ahead.filter((name) => migrationKind(name) === 'expand'),
    contractions: ahead.filter(isContraction),
  };
}
