import { ConfigError } from '../config/environment.ts';
import { SchemaError } from '../processes/schema-problem.ts';
import { RefusedError } from '../usecases/refusal.ts';
import { CommandError } from './command-error.ts';
import { databaseProblem } from './database-problem.ts';
import { fail } from './output.ts';
import { isStaffRefusal, refusalText } from './refusal-texts.ts';

/** Runs a command's work. A problem that the person can fix is shown as a sentence, without a stack. */
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

/** Refusals that only a partner's request can get have no sentence here. At the terminal, one of them is a bug. */
function expectedProblem(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof SchemaError || error instanceof CommandError)
    return error.message;
  return error instanceof RefusedError && isStaffRefusal(error.refusal)
    ? refusalText(error.refusal)
    : undefined;
}
