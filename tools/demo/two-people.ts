import { commandLineActor } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { confirmRequest } from '../../server/src/usecases/confirmation/confirm.ts';
import type { ConfirmContext } from '../../server/src/usecases/confirmation/prepared.ts';
import type { Performed } from '../../server/src/usecases/four-eyes/act.ts';

/** The demo's own two people. A newcomer plays two others, with `--as`. */
export const FIRST_PERSON = commandLineActor('demo');
const SECOND_PERSON = commandLineActor('demo second');

/** What the second person of the demo agrees with. Returns what the change made. */
export type Agree = <Result>(performing: Promise<Performed<Result>>) => Promise<Result>;

/** Does what takes two people as two: the first asks, and the second confirms. What one may do alone is done already. */
export function createAgree(
  context: Omit<ConfirmContext, 'actor'>,
  secondPerson: Person = SECOND_PERSON,
): Agree {
  return async <Result>(performing: Promise<Performed<Result>>): Promise<Result> => {
    const performed = await performing;
    if (performed.outcome === 'done') return performed.result;
    // A confirmation returns what the change itself would have returned.
    return (await confirmRequest({ ...context, actor: secondPerson }, performed.requestId)) as Result;
  };
}
