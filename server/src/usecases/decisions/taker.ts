import { isSamePerson } from '@vezne/domain/authority';
import type { DecisionRow } from '../../db/read/decision-rows.ts';
import type { Actor } from './request.ts';

/** Whether somebody is the one who took a withdrawal. If nobody is known to have, everybody may be. */
export function isTaker({ takenBy }: Pick<DecisionRow, 'takenBy'>, { name }: Actor): boolean {
  return takenBy === null || isSamePerson(takenBy, name);
}
