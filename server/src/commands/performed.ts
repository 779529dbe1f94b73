import type { Performed } from '../usecases/four-eyes/act.ts';
import { changeLines } from './change-text.ts';
import { print } from './output.ts';
import type { Output } from './output.ts';
import { askedLines } from './request/asked-lines.ts';

/** What a command prints of a change that is done. */
export interface Told {
  values: object;
  lines: readonly string[];
}

/** Prints what came of a change: what was done, or where it waits for a second person. */
export function printPerformed<Result>(
  options: Output,
  performed: Performed<Result>,
  tell: (result: Result) => Told,
): void {
  if (performed.outcome === 'done') {
    const { values, lines } = tell(performed.result);
    print(options, values, lines);
    return;
  }
  const { requestId, action, change, outcome } = performed;
  print(options, { outcome, requestId, action, ...change }, [
    ...changeLines(change, `You asked for ${action}, which takes two people.`, ''),
    ...askedLines(requestId, 'change'),
  ]);
}
