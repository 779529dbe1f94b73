import type { LedgerOperation } from './postings.ts';
import type { StepTrigger, TransactionType } from './transaction-state.ts';

/**
 * Every action that the audit log knows, as `noun.verb`. The verb is what the person did, in the form of a command, so that a
 * search for `partner.pause` and one for `webhook.pause` look alike.
 */
export const AUDIT_ACTIONS = [
  'bank_account.add',
  'bank_account.disable',
  'bank_account.enable',
  'bank_account.freeze',
  'bank_account.pause',
  'bank_account.resume',
  'bank_account.set',
  'block.add',
  'block.remove',
  'credentials.create',
  'credentials.revoke',
  'credentials.rotate',
  'deposit.approve',
  'deposit.confirm_on_behalf',
  'deposit.correct',
  'deposit.enter_late_money',
  'deposit.hold',
  'deposit.reject',
  'deposit.unhold',
  'factor.add_passkey',
  'factor.add_totp',
  'factor.change_password',
  'factor.enrol',
  'factor.remove_passkey',
  'factor.remove_totp',
  'factor.rename_passkey',
  'factor.renew_recovery_codes',
  'keys.reseal',
  'ledger.adjust',
  'ledger.book_misdirection',
  'ledger.charge_fee',
  'ledger.receive_transfer',
  'ledger.recover_misdirection',
  'ledger.return_to_sender',
  'ledger.return_transfer',
  'ledger.send_transfer',
  'ledger.settle',
  'ledger.top_up',
  'limits.set',
  'partner.create',
  'partner.disable',
  'partner.enable',
  'partner.pause',
  'partner.remove_logo',
  'partner.resume',
  'partner.set',
  'partner.set_logo',
  'platform.pause',
  'platform.resume',
  'request.ask',
  'request.confirm',
  'request.decline',
  'request.withdraw',
  'session.end',
  'session.fail_second_factor',
  'session.sign_in',
  'session.sign_out',
  'session.step_up',
  'terms.set',
  'transaction.read_receipt',
  'webhook.add',
  'webhook.disable',
  'webhook.enable',
  'webhook.pause',
  'webhook.replay',
  'webhook.resume',
  'webhook.revoke',
  'webhook.rotate',
  'webhook.set',
  'withdrawal.approve',
  'withdrawal.authorise',
  'withdrawal.correct',
  'withdrawal.hand_over',
  'withdrawal.record_part',
  'withdrawal.reject',
  'withdrawal.release',
  'withdrawal.release_authorised',
  'withdrawal.release_work',
  'withdrawal.return_payout',
  'withdrawal.take',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What people decide on transactions, by the step that their decision takes. */
const DECISION_ACTIONS = {
  deposit: {
    approve: 'deposit.approve',
    confirm_on_behalf: 'deposit.confirm_on_behalf',
    correct: 'deposit.correct',
    account_corrected: 'deposit.correct',
    hold: 'deposit.hold',
    reject: 'deposit.reject',
    unhold: 'deposit.unhold',
  },
  withdrawal: {
    approve: 'withdrawal.approve',
    account_corrected: 'withdrawal.correct',
    authorise: 'withdrawal.authorise',
    hand_over: 'withdrawal.hand_over',
    part_sent: 'withdrawal.record_part',
    payout_returned: 'withdrawal.return_payout',
    reject: 'withdrawal.reject',
    release: 'withdrawal.release',
    release_authorised: 'withdrawal.release_authorised',
    take: 'withdrawal.take',
  },
} as const satisfies Record<TransactionType, Partial<Record<StepTrigger, AuditAction>>>;

export function decisionAction(type: TransactionType, trigger: StepTrigger): AuditAction {
  const actions: Partial<Record<StepTrigger, AuditAction>> = DECISION_ACTIONS[type];
  const action = actions[trigger];
  if (action === undefined) throw new Error(`No person takes the step ${trigger} of a ${type}.`);
  return action;
}

export const OPERATION_ACTIONS = {
  settled_to_partner: 'ledger.settle',
  topped_up: 'ledger.top_up',
  internal_transfer_sent: 'ledger.send_transfer',
  internal_transfer_arrived: 'ledger.receive_transfer',
  internal_transfer_returned: 'ledger.return_transfer',
  bank_fee_charged: 'ledger.charge_fee',
  misdirected_sent: 'ledger.book_misdirection',
  misdirected_recovered: 'ledger.recover_misdirection',
  returned_to_sender: 'ledger.return_to_sender',
  adjusted: 'ledger.adjust',
} as const satisfies Record<LedgerOperation['kind'], AuditAction>;
