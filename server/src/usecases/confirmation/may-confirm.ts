import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { ACTION_RULES, permissionToConfirm } from '@vezne/domain/permissions';
import { problemWith } from '../may.ts';

/** Refuses a second person whose roles don't allow it, or who has not shown their second factor. */
export function refuseUnlessMayConfirm(
  actor: Person,
  action: AuditAction,
  { amountCents = ZERO_CENTS, isBulk = false }: { amountCents?: Cents; isBulk?: boolean } = {},
): void {
  const permission = permissionToConfirm(action, { amountCents, isBulk });
  if (permission === undefined) throw new Error(`Nobody confirms ${action}.`);
  const problem = problemWith(actor, { permission, stepUp: ACTION_RULES[action].stepUp });
  if (problem !== undefined) throw problem;
}
