/** Holds migrations that run outside a transaction to statements that can be repeated, and that hold up nobody while they wait. */
import { migrationSteps } from '../../../src/db/migration-steps.ts';
import { statementsOf } from './sql-statements.ts';

/** An index that an interrupted build left is dropped before the file runs again: see db/apply-migration. */
const REPEATABLE: readonly RegExp[] = [
  /^create (unique )?index concurrently if not exists \w+ on \w/,
  /^drop index concurrently if exists \w+$/,
  /^alter table \w+ validate constraint \w+$/,
  /^analyze \w+$/,
];

/** What the text can't tell, such as whether a backfill takes up what is left: a person says it, with the reason. */
const EXCUSABLE = /^(do|call)\b/;

/** What is wrong with a migration; empty for one that runs in a transaction. */
export function problemsOutside(sql: string): string[] {
  const { isOutside, statements: parts } = migrationSteps(sql);
  if (!isOutside) {
    const isMeant = /^-- *(outside a transaction\b|then *$)/im.test(sql);
    return isMeant ? ['looks as if it ran outside a transaction, and does not'] : [];
  }
  return parts.flatMap((part) => {
    const statements = statementsOf(part);
    const [first] = statements;
    if (first === undefined || statements.length > 1) return [`has ${statements.length} statements: ${part}`];
    const isRepeatable =
      REPEATABLE.some((pattern) => pattern.test(first.words)) ||
      (EXCUSABLE.test(first.words) && first.excuses.has('repeatable'));
    if (!isRepeatable) return [`may not be repeatable: ${first.words.slice(0, 80)}`];
    const isLocking = EXCUSABLE.test(first.words) && /\balter table\b/i.test(part);
    return isLocking && !/'lock_timeout', '500ms'/.test(part) ? [`everybody waits behind it: ${part}`] : [];
  });
}
