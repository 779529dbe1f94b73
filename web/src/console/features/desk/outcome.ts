import { codeOf } from '../../../shared/api/api-error.ts';

/** Whether the decision may have been made all the same. Asked again under the same id, it is made once. */
export function isOutcomeUnknown(error: unknown): boolean {
  return ['outcome_unknown', 'offline', 'unreadable', 'internal_error'].includes(codeOf(error));
}
