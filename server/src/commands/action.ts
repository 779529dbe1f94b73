import { ConfigError } from '../config.ts';
import { RefusedError } from '../usecases/refusal.ts';
import { CommandError } from './command-error.ts';
import { databaseProblem } from './database-problem.ts';
import { fail } from './output.ts';
import { isStaffRefusal, refusalText } from './refusal-texts.ts';

/** Runs a command's work; what the person can mend is told in a sentence, without a stack. */
export function action<Arguments extends unknown[]>(
  work: (...values: Arguments) => Promise<void>,
): (...values: Arguments) => Promise<void> {
  return async (...values) => {
    try {
      await work(...values);
    } catch (error) {
      const problem = expectedProblem(error) ?? databaseProblem(error);
      if (problem === undefined) throw error;
      fail(problem);
    }
  };
}

/** A refusal that only a partner's request can meet has no sentence here: at the terminal it is a mistake in the code. */
function expectedProblem(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof CommandError) return error.message;
  return error instanceof RefusedError && isStaffRefusal(error.refusal)
    ? refusalText(error.refusal)
    : undefined;
}
