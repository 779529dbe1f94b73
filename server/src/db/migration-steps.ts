/**
 * A migration is one transaction, unless its first line is `-- Outside a transaction: why`. Then its statements run one by one, with a
 * line `-- then` between them. It may be interrupted after any of them and runs again from its beginning, so each has to be safe to
 * repeat, and must hold up nobody while it waits. A test holds such files to this.
 */
export interface MigrationSteps {
  isOutside: boolean;
  statements: string[];
}

const OUTSIDE = /^-- Outside a transaction: \S/;
const THEN = /^-- then$/m;

export function migrationSteps(sql: string): MigrationSteps {
  const isOutside = OUTSIDE.test(sql);
  return { isOutside, statements: isOutside ? sql.split(THEN) : [sql] };
}

const BUILT_INDEX = /^create (?:unique )?index concurrently if not exists (\w+)/m;

/** The indexes that the statements build beside other work. Such a build that was interrupted leaves an invalid index. */
export function builtIndexes(statements: readonly string[]): string[] {
  return statements.flatMap((statement) => BUILT_INDEX.exec(statement)?.[1] ?? []);
}
