import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** Whether a write failed because some row like it is there already. */
export function isUniqueViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}

/** Whether a write failed because the named unique index or constraint holds such a row already. */
export function isTaken(error: unknown, constraint: string): boolean {
  return isUniqueViolation(error) && error.constraint === constraint;
}
