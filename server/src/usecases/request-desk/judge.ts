/** Whether somebody may confirm a request, before they press: by the rules that the confirmation itself asks. */
import type pg from 'pg';
import type { Person, SignedInPerson } from '@vezne/domain/actor';
import { OPERATION_ACTIONS } from '@vezne/domain/audit-actions';
import { ZERO_CENTS } from '@vezne/domain/money';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { ACTION_RULES, can, permissionToConfirm, permissionToDecline } from '@vezne/domain/permissions';
import type { Permission } from '@vezne/domain/permissions';
import type { RequestRecord } from '../../db/read/requests/request-rows.ts';
import { bulkAsked } from '../confirmation/bulk.ts';
import { decisionAsked, permissionForPlanned, planEach } from '../confirmation/decisions.ts';
import type { PlannedDecision } from '../confirmation/decisions.ts';
import type { Decision } from '../decisions/decision.ts';
import { BULK_REQUEST } from '../deposits/approve-in-bulk.ts';
import { isAsker, objectionToAsker } from '../four-eyes/end.ts';
import { readOperation } from '../ledger/operation-details.ts';
import { OPERATION_REQUEST } from '../ledger/post.ts';
import { RefusedError } from '../refusal.ts';
import { isConfirmedAtConsole } from './where.ts';

export type Obstacle =
  | 'ended'
  | 'expired'
  | 'own_request'
  | 'not_permitted'
  | 'confirmed_at_command_line'
  | 'asker_not_active'
  | 'asker_not_permitted'
  | 'refused';

export interface Judged {
  record: RequestRecord;
  isMine: boolean;
  /** What whoever confirms it must be allowed. */
  permission: Permission | undefined;
  obstacle: Obstacle | undefined;
  /** With the obstacle `refused`. */
  refusal: string | undefined;
  /** What it would do to each of its transactions, while it is open. */
  planned: readonly (PlannedDecision | RefusedError)[];
}

/** Own requests are looked at as somebody else would: whether they could confirm. */
const SOMEBODY_ELSE: Person = { kind: 'command_line', id: ' somebody else ', name: ' somebody else ' };

/** Whether the person may know of it: theirs, one they may say no to, or anything if they read everything. */
export function maySee(record: RequestRecord, viewer: SignedInPerson): boolean {
  const permission = permissionToDecline(record.action);
  return (
    isAsker(record, viewer) ||
    can(viewer, 'read_everything') ||
    can(viewer, 'read_masked') ||
    (permission !== undefined && can(viewer, permission))
  );
}

export async function judgeRequests(
  pool: pg.Pool,
  records: readonly RequestRecord[],
  viewer: SignedInPerson,
): Promise<Judged[]> {
  const decisions = new Map(records.map((record) => [record.id, decisionsOf(record, viewer)]));
  const all = [...decisions.values()].flat();
  const plans = all.length === 0 ? [] : await planEach(pool, all);
  const plannedOf = new Map(all.map((decision, index) => [decision, plans[index]]));
  return records.map((record) => {
    const planned = (decisions.get(record.id) ?? []).flatMap((decision) => plannedOf.get(decision) ?? []);
    return judge(record, viewer, planned);
  });
}

/** What is over changes nothing any more. */
function decisionsOf(record: RequestRecord, viewer: SignedInPerson): Decision[] {
  if (record.status !== 'open' || record.isExpired) return [];
  const actor = isAsker(record, viewer) ? SOMEBODY_ELSE : viewer;
  // Whoever looks at it reads the marks, and says so when confirming.
  const asked = { asked: record, actor, marksRead: PAYOUT_MARKS };
  const decision = decisionAsked(asked);
  return decision === undefined ? (bulkAsked(asked) ?? []) : [decision];
}

function judge(
  record: RequestRecord,
  viewer: SignedInPerson,
  planned: readonly (PlannedDecision | RefusedError)[],
): Judged {
  const permission = permissionOf(record, planned);
  const isMine = isAsker(record, viewer);
  const refusal = planned.find((one) => one instanceof RefusedError)?.refusal.code;
  const judged = { record, isMine, permission, refusal, planned };
  return { ...judged, obstacle: obstacleTo(judged, viewer) };
}

function obstacleTo(
  { record, isMine, permission, refusal }: Omit<Judged, 'obstacle'>,
  viewer: SignedInPerson,
): Obstacle | undefined {
  if (record.status !== 'open') return 'ended';
  if (record.isExpired) return 'expired';
  if (isMine) return 'own_request';
  if (permission === undefined || !can(viewer, permission)) return 'not_permitted';
  if (!isConfirmedAtConsole(record.action)) return 'confirmed_at_command_line';
  const toAsker = objectionToAsker(record);
  if (toAsker !== undefined) return toAsker;
  return refusal === undefined && record.askedById !== null ? undefined : 'refused';
}

function permissionOf(
  { action, details }: RequestRecord,
  planned: readonly (PlannedDecision | RefusedError)[],
): Permission | undefined {
  const isBulk = action === BULK_REQUEST;
  const permissions = planned.flatMap((one) =>
    one instanceof RefusedError ? [] : (permissionForPlanned(one, { isBulk }) ?? []),
  );
  if (permissions.length > 0) {
    return permissions.find((one) => one === 'confirm_large_decision') ?? permissions[0];
  }
  if (isBulk) return permissionToConfirm('deposit.approve', { amountCents: ZERO_CENTS, isBulk });
  if (action === OPERATION_REQUEST) {
    return permissionToConfirm(OPERATION_ACTIONS[readOperation(details).kind], { amountCents: ZERO_CENTS });
  }
  const rules: Readonly<Record<string, { confirms?: Permission }>> = ACTION_RULES;
  return rules[action]?.confirms ?? permissionToDecline(action);
}
