/** Codes in entries, in the words of the queues and the requests. */
import { HOLD_REASONS } from '@vezne/domain/hold';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { ROLES } from '@vezne/domain/permissions';
import { REASON_CODES, TRANSACTION_STATUSES, WITHDRAWAL_STAGES } from '@vezne/domain/transaction-state';
import { TWO_PEOPLE_REASONS } from '@vezne/domain/two-people';

type Key =
  | `desk.reason.${(typeof REASON_CODES)[number]}`
  | `deposits.hold_reason.${(typeof HOLD_REASONS)[number]}`
  | `requests.reasons.${(typeof TWO_PEOPLE_REASONS)[number]}`
  | `withdrawals.mark.${(typeof PAYOUT_MARKS)[number]}`
  | `states.${(typeof TRANSACTION_STATUSES)[number] | (typeof WITHDRAWAL_STAGES)[number]}`
  | `roles.${(typeof ROLES)[number]}`;

const oneOf = <Code extends string>(codes: readonly Code[], code: string): Code | undefined =>
  codes.find((each) => each === code);

/** The fields whose values are codes, by their last name. */
const KEYS: Readonly<Record<string, (code: string) => Key | undefined>> = {
  reasonCode: (code) => keyed('desk.reason', oneOf(REASON_CODES, code)),
  holdReason: (code) => keyed('deposits.hold_reason', oneOf(HOLD_REASONS, code)),
  reasons: (code) => keyed('requests.reasons', oneOf(TWO_PEOPLE_REASONS, code)),
  marksRead: (code) => keyed('withdrawals.mark', oneOf(PAYOUT_MARKS, code)),
  status: (code) => keyed('states', oneOf(TRANSACTION_STATUSES, code)),
  stage: (code) => keyed('states', oneOf(WITHDRAWAL_STAGES, code)),
  roles: (code) => keyed('roles', oneOf(ROLES, code)),
  nextRoles: (code) => keyed('roles', oneOf(ROLES, code)),
};

function keyed<Place extends string, Code extends string>(
  place: Place,
  code: Code | undefined,
): `${Place}.${Code}` | undefined {
  return code === undefined ? undefined : `${place}.${code}`;
}

/** Where the words of a code are; undefined: it is no code of ours, and is shown as the log has it. */
export function codeKey(field: string, code: string): Key | undefined {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return Object.hasOwn(KEYS, name) ? KEYS[name]?.(code) : undefined;
}
