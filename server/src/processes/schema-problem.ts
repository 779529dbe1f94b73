import type { SchemaFit } from '../db/migration-names.ts';

/** The schema is not one that this version can serve. The text is for the person who deploys it. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** Why this version can't serve the schema, and what to do; undefined if it can. Expansions it doesn't know do it no harm. */
export function schemaProblem({ missing, contractions }: SchemaFit): string | undefined {
  if (contractions.length > 0) {
    return (
      `The database is too new for this version: ${listed(contractions)} took away what it may need. ` +
      'Run the version that brought it, or a later one.'
    );
  }
  if (missing.length > 0) {
    return `The database is not up to date: it lacks ${listed(missing)}. Run: vezne migrate`;
  }
  return undefined;
}

const MOST_NAMES = 3;

export function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
