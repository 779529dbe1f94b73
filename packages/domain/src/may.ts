/** Whether a person may do something now: by their roles, and by how long ago they showed their second factor. */
import type { Person } from './actor.ts';
import type { AuditAction } from './audit-actions.ts';
import { ACTION_RULES, can } from './permissions.ts';
import type { Permission } from './permissions.ts';

export type Objection = 'not_permitted' | 'step_up_required';

/** What a person must be allowed, and whether they must have shown their second factor. */
export interface Demand {
  /** `signed_in`: everybody may, to their own sessions and factors. */
  permission: Permission | 'signed_in';
  stepUp: boolean;
  /** Whoever reads everything masked may, too. */
  isMaskable?: true | undefined;
}

/** What doing an action, or asking for it, demands. */
export function demandOf(action: AuditAction): Demand {
  const { asks, stepUp, isMaskable } = ACTION_RULES[action];
  return { permission: asks, stepUp, isMaskable };
}

/** Why the person may not. The command line is for emergencies and asks for no role; partners' people do nothing of ours. */
export function objectionTo(
  person: Person,
  { permission, stepUp, isMaskable }: Demand,
  now: Date,
): Objection | undefined {
  if (person.kind === 'command_line') return undefined;
  if (person.kind !== 'staff') return 'not_permitted';
  const isPermitted =
    permission === 'signed_in' ||
    can(person, permission) ||
    (isMaskable === true && can(person, 'read_masked'));
  if (!isPermitted) return 'not_permitted';
  const isFresh = person.stepUpUntil !== null && person.stepUpUntil > now;
  return stepUp && !isFresh ? 'step_up_required' : undefined;
}
