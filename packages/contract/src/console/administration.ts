/** How every change of settings is asked for, and what becomes of it. */
import type { AuditAction } from '@vezne/domain/audit-actions';
import { ACTION_RULES } from '@vezne/domain/permissions';
import { z } from 'zod';
import { note } from './decisions.ts';
import { rowId } from './fields.ts';
import { WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** What every press says. */
export const changePress = z.object({
  /** Made by the browser for one press. The same id again is the same press: it asks once. */
  pressId: rowId,
  /** Why, for the second person, if one is needed. */
  note: note.optional(),
});

/** Done at once, or waiting for a second person. What was refused is an error: `decision_refused`, with the reason. */
const changeAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('done'),
    /** False: it was like that already. */
    isChanged: z.boolean(),
  }),
  z.object({ outcome: z.literal('asked'), requestId: rowId }),
]);
export type ChangeAnswer = z.infer<typeof changeAnswer>;

const CHANGE_ERRORS = [...WRITE_ERRORS, 'not_found', 'decision_refused'] as const;

/** A route that does one action. Who may, and whether it takes a step-up, is what the table of permissions says of the action. */
export function changeRoute<Path extends ConsoleRoute['path'], Request extends z.ZodType>(
  action: AuditAction,
  { path, request }: { path: Path; request: Request },
) {
  const { asks, stepUp } = ACTION_RULES[action];
  return {
    method: 'POST',
    path,
    action,
    permission: asks,
    stepUp,
    request,
    response: changeAnswer,
    errors: CHANGE_ERRORS,
  } as const satisfies ConsoleRoute;
}
