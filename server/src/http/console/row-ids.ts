import { ROW_ID } from '@vezne/domain/row-id';
import { ConsoleError } from './console-error.ts';

const MOST_IDS = 100;

/** The ids that a page wants to read again, with commas between them. */
export function readRowIds(text: string): string[] {
  const ids = [...new Set(text.split(','))];
  if (ids.length > MOST_IDS || !ids.every((id) => ROW_ID.test(id)))
    throw new ConsoleError('invalid_request', {
      fields: [{ path: 'ids', problem: `must be at most ${MOST_IDS} ids with commas between them` }],
    });
  return ids;
}
