import { ConfigError } from '../config.ts';
import { AdminError } from '../usecases/admin-error.ts';
import { databaseProblem } from './database-problem.ts';
import { fail } from './output.ts';

/** Runs a command's work; what the person can mend is told in a sentence, without a stack. */
export function action<Arguments extends unknown[]>(
  work: (...values: Arguments) => Promise<void>,
): (...values: Arguments) => Promise<void> {
  return async (...values) => {
    try {
      await work(...values);
    } catch (error) {
      const isExpected = error instanceof ConfigError || error instanceof AdminError;
      const problem = isExpected ? error.message : databaseProblem(error);
      if (problem === undefined) throw error;
      fail(problem);
    }
  };
}
