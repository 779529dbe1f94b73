import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { ACTION_RULES } from '@vezne/domain/permissions';
import { CHANGE_SCENARIOS } from './changes.ts';
import { MONEY_SCENARIOS } from './decisions.ts';
import { MISHAP_SCENARIOS } from './mishaps.ts';
import { PEOPLE_SCENARIOS } from './people.ts';
import type { Scenario } from './scenario.ts';

/** Everything that people can do, in every way that takes one or two. */
export const SCENARIOS: readonly Scenario[] = [
  ...CHANGE_SCENARIOS,
  ...MONEY_SCENARIOS,
  ...MISHAP_SCENARIOS,
  ...PEOPLE_SCENARIOS,
];

/**
 * What only makes or ends requests, moves a deposit between two screens, keeps what somebody copied, read or found out, or sends or seals
 * again what was there before, and what people do to their own sessions and factors. They have tests of their own.
 */
export const ELSEWHERE = new Set<AuditAction>([
  ...AUDIT_ACTIONS.filter((action) => ACTION_RULES[action].asks === 'signed_in'),
  'audit.export',
  'audit.verify',
  'bank_account.export',
  'deposit.take_over',
  'keys.reseal',
  'partner.look',
  'partner.open_look',
  'partner_person.remove',
  'partner_person.withdraw_invitation',
  'platform.restore',
  'request.ask',
  'request.confirm',
  'request.decline',
  'request.overtake',
  'request.withdraw',
  'transaction.find_by_iban',
  'webhook.replay',
  'webhook.test',
  'withdrawal.copy_details',
]);
