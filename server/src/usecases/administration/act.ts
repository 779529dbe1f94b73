/** What administrators do at the console: the use cases of the command line, on a connection that says when an outcome is unknown. */
import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import { confirmWhatWasFound, safeDatabaseWithin } from '../../db/transaction-within.ts';
import type { AdminContext } from '../admin-context.ts';
import { DoneBefore } from '../four-eyes/done-press.ts';
import { RefusedError } from '../refusal.ts';

/** Longer than anybody may hold a lock that an act waits for. */
const TIMEOUT_MS = 10_000;

/** One press of a person. */
interface AdministratorPress {
  actor: SignedInPerson;
  pressId: string;
  note: string | undefined;
}

/**
 * Known to be done, known to be undone, or said to be unknown. It is not tried again here: the page sends the same press again. `doneBefore`
 * is what an echo of a press is told.
 */
export async function administer<Result>(
  pool: pg.Pool,
  press: AdministratorPress,
  { act, doneBefore }: { act: (context: AdminContext) => Promise<Result>; doneBefore: Result },
): Promise<Result> {
  try {
    return await safeDatabaseWithin(
      pool,
      async (db) => {
        try {
          return await act({ db, ...press });
        } catch (error) {
          if (!(error instanceof DoneBefore)) throw error;
          await confirmWhatWasFound(db);
          return doneBefore;
        }
      },
      { timeoutMs: TIMEOUT_MS },
    );
  } catch (error) {
    if (error instanceof RefusedError || isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether the change was made.', { cause: error });
  }
}
