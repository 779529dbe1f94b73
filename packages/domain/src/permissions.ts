/**
 * Who may do what, and whether one person is enough. One table for every surface. The command line is for emergencies: whoever may
 * use it may do everything there, and what takes two takes two there as well.
 */
import type { AuditAction } from './audit-actions.ts';
import { cents } from './money.ts';
import type { Cents } from './money.ts';

export const ROLES = ['operator', 'senior_operator', 'finance', 'administrator', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  'decide',
  'confirm_decision',
  'confirm_large_decision',
  'supervise',
  'ask_operation',
  'confirm_operation',
  'ask_change',
  'confirm_change',
  'look_as_partner',
  'read_queues',
  'read_everything',
  'read_masked',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What each permission is, for people. */
export const PERMISSION_TEXTS: Readonly<Record<Permission, string>> = {
  decide: 'decide deposits and payouts, hold, freeze, pause',
  confirm_decision: "confirm another's single deposit or payout up to 250,000.00",
  confirm_large_decision: 'confirm a deposit, payout or bulk above 250,000.00',
  supervise: 'release, hand over, resume, block',
  ask_operation: 'ask for ledger operations',
  confirm_operation: 'confirm ledger operations',
  ask_change: 'ask for changes of settings, partners, accounts and people',
  confirm_change: 'confirm changes of settings, partners, accounts and people',
  look_as_partner: 'look at the portal as a partner sees it, read-only',
  read_queues: 'read queues and search',
  read_everything: 'read everything',
  read_masked: 'read everything, with IBANs masked',
};

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  operator: ['decide', 'confirm_decision', 'read_queues'],
  senior_operator: [
    'decide',
    'confirm_decision',
    'confirm_large_decision',
    'supervise',
    'confirm_operation',
    'look_as_partner',
    'read_queues',
    'read_everything',
  ],
  finance: ['ask_operation', 'confirm_operation', 'look_as_partner', 'read_queues', 'read_everything'],
  administrator: [
    'ask_change',
    'confirm_change',
    'confirm_operation',
    'look_as_partner',
    'read_queues',
    'read_everything',
  ],
  auditor: ['read_masked'],
};

/** Whether one of the person's roles allows it. */
export function can({ roles }: { roles: readonly Role[] }, permission: Permission): boolean {
  return roles.some((role) => ROLE_PERMISSIONS[role].includes(permission));
}

/** How many people an action takes. `depends`: on the amount, or on what changes. */
export type Hands = 'alone' | 'two' | 'depends';

export interface ActionRule {
  readonly hands: Hands;
  /** What whoever does it, or asks for it, must be allowed; `signed_in`: people do it to their own sessions and factors. */
  readonly asks: Permission | 'signed_in';
  /** What the second person must be allowed, where there is one. */
  readonly confirms?: Permission;
  /** Whoever does, asks or confirms it at the console has shown their second factor minutes ago: it moves money, or widens something. */
  readonly stepUp: boolean;
  /** Also for whoever reads everything masked, as auditors do. It changes nothing but the audit log. */
  readonly isMaskable?: true;
  /** On what it depends, for people. */
  readonly because?: string;
}

const change = (because: string): ActionRule => ({
  hands: 'depends',
  asks: 'ask_change',
  confirms: 'confirm_change',
  stepUp: true,
  because,
});
const changeByTwo: ActionRule = {
  hands: 'two',
  asks: 'ask_change',
  confirms: 'confirm_change',
  stepUp: true,
};
const narrowing: ActionRule = { hands: 'alone', asks: 'ask_change', stepUp: false };
/** Neither opens nor closes anything. */
const neutral = narrowing;
const decision: ActionRule = { hands: 'alone', asks: 'decide', stepUp: false };
const decisionByTwo: ActionRule = {
  hands: 'two',
  asks: 'decide',
  confirms: 'confirm_decision',
  stepUp: true,
};
const supervision: ActionRule = { hands: 'alone', asks: 'supervise', stepUp: false };
const operation: ActionRule = {
  hands: 'depends',
  asks: 'ask_operation',
  confirms: 'confirm_operation',
  stepUp: true,
  because: "the amount, and the sum of the person's operations at the account today",
};

/** One's own session. */
const own: ActionRule = { hands: 'alone', asks: 'signed_in', stepUp: false };
/** What one proves oneself with: whoever finds a screen left open must not put in their own. */
const ownFactor: ActionRule = { ...own, stepUp: true };

const operationByTwo: ActionRule = {
  hands: 'two',
  asks: 'ask_operation',
  confirms: 'confirm_operation',
  stepUp: true,
};

/** Above this, and for a bulk, a senior operator confirms. */
const LARGE_DECISION_CENTS = cents(250_000_00n);

/** What whoever confirms a request of this action must be allowed; undefined: nobody confirms it. */
export function permissionToConfirm(
  action: AuditAction,
  { amountCents, isBulk = false }: { amountCents: Cents; isBulk?: boolean },
): Permission | undefined {
  const { confirms } = ACTION_RULES[action];
  const isLarge = isBulk || amountCents > LARGE_DECISION_CENTS;
  return confirms === 'confirm_decision' && isLarge ? 'confirm_large_decision' : confirms;
}

/** Requests that are named otherwise than what they do. */
const OTHER_REQUESTS: Readonly<Record<string, Pick<ActionRule, 'asks' | 'confirms'>>> = {
  'ledger.post': { asks: 'ask_operation', confirms: 'confirm_operation' },
  'deposit.approve_in_bulk': { asks: 'decide', confirms: 'confirm_decision' },
};

function ruleOfRequest(request: string): Pick<ActionRule, 'asks' | 'confirms'> | undefined {
  const rules: Readonly<Record<string, ActionRule>> = ACTION_RULES;
  return OTHER_REQUESTS[request] ?? rules[request];
}

/** What whoever asks for something must be allowed, and still be allowed when a second person confirms it. */
export function permissionToAsk(request: string): ActionRule['asks'] | undefined {
  return ruleOfRequest(request)?.asks;
}

/** What whoever declines a request must be allowed. It does nothing, so whoever confirms small ones may say no to large ones. */
export function permissionToDecline(request: string): Permission | undefined {
  return ruleOfRequest(request)?.confirms;
}

/** Every action of a person that changes anything. One that is not here does not compile. */
export const ACTION_RULES: Readonly<Record<AuditAction, ActionRule>> = {
  'audit.export': { hands: 'alone', asks: 'read_everything', isMaskable: true, stepUp: false },
  'audit.verify': {
    hands: 'alone',
    asks: 'read_everything',
    stepUp: false,
    because: 'only the command line does it',
  },
  'bank_account.add': changeByTwo,
  'bank_account.disable': change('from frozen it is an unfreezing; otherwise it narrows'),
  'bank_account.enable': changeByTwo,
  'bank_account.export': { hands: 'alone', asks: 'read_everything', isMaskable: true, stepUp: false },
  'bank_account.freeze': decision,
  'bank_account.pause': decision,
  'bank_account.resume': supervision,
  'bank_account.set': change('a higher cap or tolerance widens; a cap of none is unlimited'),
  'block.add': supervision,
  'block.remove': { hands: 'two', asks: 'supervise', confirms: 'supervise', stepUp: true },
  'credentials.create': changeByTwo,
  'credentials.revoke': narrowing,
  'credentials.rotate': changeByTwo,
  'deposit.approve': {
    hands: 'depends',
    asks: 'decide',
    confirms: 'confirm_decision',
    stepUp: true,
    because:
      'the amount, the sum of the player today, much more than asked, late money above 5,000.00, another sender, a bulk above 250,000.00',
  },
  'deposit.confirm_on_behalf': decision,
  'deposit.correct': decisionByTwo,
  'deposit.enter_late_money': decision,
  'deposit.hold': decision,
  'deposit.reject': decision,
  'deposit.take_over': { ...decision, because: 'it only moves a deposit from one screen to another' },
  'deposit.unhold': decision,
  'factor.add_passkey': ownFactor,
  'factor.add_totp': ownFactor,
  'factor.change_password': ownFactor,
  'factor.enrol': own,
  'factor.remove_passkey': ownFactor,
  'factor.remove_totp': ownFactor,
  'factor.rename_passkey': own,
  'factor.renew_recovery_codes': ownFactor,
  'keys.reseal': { ...neutral, stepUp: true },
  'ledger.adjust': operationByTwo,
  'ledger.book_misdirection': operationByTwo,
  'ledger.charge_fee': operation,
  'ledger.receive_transfer': operation,
  'ledger.recover_misdirection': operation,
  'ledger.return_transfer': operation,
  'ledger.return_to_sender': operationByTwo,
  'ledger.send_transfer': operation,
  'ledger.settle': operation,
  'ledger.top_up': operation,
  'limits.set': change(
    'a higher maximum, a lower minimum, a higher four-eyes amount or another country widens',
  ),
  'partner.create': changeByTwo,
  'partner.disable': narrowing,
  'partner.enable': changeByTwo,
  // It changes nothing but the audit log. Whoever has the link reads what the partner reads.
  'partner.look': { hands: 'alone', asks: 'look_as_partner', stepUp: true },
  'partner.open_look': {
    hands: 'alone',
    asks: 'look_as_partner',
    stepUp: false,
    because: 'it is the link of a look, opened at the portal, once and within a minute',
  },
  'partner.pause': decision,
  'partner.remove_logo': neutral,
  'partner.resume': supervision,
  'partner.set': change(
    'a higher credit line or limit, another host, network or account for settlements widens; so does an empty list, which means any',
  ),
  'partner.set_logo': neutral,
  // For people of ours. Those of the partner have roles of their own: partner-permissions.
  'partner_person.invite': {
    ...changeByTwo,
    because: 'an owner of the partner invites alone, at the portal',
  },
  'partner_person.remove': narrowing,
  'partner_person.withdraw_invitation': narrowing,
  // Of people of a partner alone, at the portal.
  'partner_statement.ask': own,
  'partner_statement.download': own,
  'platform.pause': decision,
  'platform.restore': { ...neutral, because: 'only the command line does it' },
  'platform.resume': supervision,
  'request.ask': {
    hands: 'alone',
    asks: 'decide',
    stepUp: false,
    because: 'it is part of the action that asks',
  },
  'request.confirm': {
    hands: 'alone',
    asks: 'confirm_decision',
    stepUp: true,
    because: 'it is the second hand itself; who may do it depends on what was asked',
  },
  'request.decline': {
    hands: 'alone',
    asks: 'confirm_decision',
    stepUp: false,
    because: 'it does nothing; whoever may confirm it may decline it',
  },
  'request.overtake': {
    hands: 'alone',
    asks: 'decide',
    stepUp: false,
    because: 'it is part of the decision that changes what was asked about',
  },
  'request.withdraw': { hands: 'alone', asks: 'decide', stepUp: false, because: 'it does nothing' },
  'session.end': own,
  'session.fail_second_factor': own,
  'session.sign_in': own,
  'session.sign_out': own,
  'session.step_up': own,
  'staff.add': change('below two administrators the command line adds the next one alone'),
  'staff.disable': narrowing,
  'staff.enable': changeByTwo,
  'staff.end_sessions': narrowing,
  'staff.reset': changeByTwo,
  'staff.set_roles': change(
    'another role widens; so does taking the role of administrator from one of the last two',
  ),
  'terms.set': changeByTwo,
  'transaction.find_by_iban': { hands: 'alone', asks: 'read_queues', isMaskable: true, stepUp: false },
  'transaction.read_receipt': { hands: 'alone', asks: 'read_queues', stepUp: false },
  'webhook.add': change('unless the address is on the machine of a developer'),
  'webhook.disable': narrowing,
  'webhook.enable': change('unless the address is on the machine of a developer'),
  'webhook.pause': neutral,
  'webhook.replay': neutral,
  'webhook.resume': neutral,
  'webhook.revoke': narrowing,
  'webhook.rotate': change(
    'a new secret could sign what we never said; alone only for an address on the machine of a developer',
  ),
  'webhook.set': change('another address, unless it is on the machine of a developer'),
  'webhook.test': neutral,
  'withdrawal.approve': decision,
  'withdrawal.authorise': {
    hands: 'depends',
    asks: 'decide',
    confirms: 'confirm_decision',
    stepUp: true,
    because:
      'the larger of the amount and its cost, the sums of the player and of the IBAN today, another holder; whoever did not take it is the second person',
  },
  'withdrawal.copy_details': {
    ...decision,
    because: 'it changes nothing; only whoever took or authorised it sees what there is to copy',
  },
  'withdrawal.correct': decisionByTwo,
  'withdrawal.hand_over': {
    ...supervision,
    // Whoever has it may copy the IBAN and send the money.
    stepUp: true,
    because: 'whoever takes it over is another than the taker, and than the one who authorised it',
  },
  'withdrawal.record_part': decision,
  'withdrawal.reject': {
    ...decision,
    because:
      'after authorisation it is an act of another person than the taker and the one who authorised it, and takes the second factor again',
  },
  'withdrawal.release': decision,
  'withdrawal.release_authorised': {
    ...supervision,
    // What was sent after all would be paid twice.
    stepUp: true,
    because: 'it is an act of another person than the taker and the one who authorised it',
  },
  'withdrawal.release_work': supervision,
  'withdrawal.return_payout': {
    hands: 'depends',
    asks: 'decide',
    confirms: 'confirm_decision',
    stepUp: true,
    because:
      "it is an act of another person than the taker; what is missing is a bank fee, and that counts like the person's other operations at the account today",
  },
  'withdrawal.take': decision,
};
