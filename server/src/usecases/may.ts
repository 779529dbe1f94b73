import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { demandOf, objectionTo } from '@vezne/domain/may';
import type { Demand } from '@vezne/domain/may';
import { refused } from './refusal.ts';
import type { RefusedError } from './refusal.ts';

/** Refuses what the person's roles don't allow, and what wants their second factor first. Nobody at the command line is refused. */
export function refuseUnlessMay(actor: Person, action: AuditAction): void {
  const problem = problemWith(actor, demandOf(action));
  if (problem !== undefined) throw problem;
}

/** The same for what is demanded otherwise than by an action alone. */
export function problemWith(actor: Person, demand: Demand): RefusedError | undefined {
  const objection = objectionTo(actor, demand, new Date());
  if (objection === undefined) return undefined;
  return objection === 'not_permitted'
    ? refused(objection, { permission: demand.permission })
    : refused(objection);
}
