import pg from 'pg';

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

/** Whether a write failed because it would duplicate a unique row. */
export function isUniqueViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}

/** Whether a write failed because of this unique index or constraint. */
export function isTaken(error: unknown, constraint: string): boolean {
  return isUniqueViolation(error) && error.constraint === constraint;
}

/** Whether a write failed because its values break this rule of the table. */
export function isBroken(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === CHECK_VIOLATION && error.constraint === constraint
  );
}
