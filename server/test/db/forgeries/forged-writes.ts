import type { House } from './forgers-house.ts';
import { approvalSql, moveSql } from './honest-writes.ts';
import type { Approval, Move, Values } from './honest-writes.ts';

/** A move with some values replaced. */
export function changed(
  move: Move,
  { set, step, event, feed }: { set?: Values; step?: Values; event?: Values; feed?: string },
): string {
  return moveSql({
    ...move,
    set: { ...move.set, ...set },
    step: { ...move.step, ...step },
    event: move.event && { ...move.event, ...event },
    feed,
  });
}

export function approvedWith(by: Approval, changes: Partial<Approval>): string {
  return approvalSql({
    ...by,
    ...changes,
    set: { ...by.set, ...changes.set },
    step: { ...by.step, ...changes.step },
    event: { ...by.event, ...changes.event },
  });
}

export const EVENT = 'event_agrees_with_its_transaction';
export const STEP = 'step_agrees_with_its_transaction';
export const MOVE = 'transaction_moves_by_its_step';
export const FEED = 'event_feed_counts_its_events';
export const TRANSFER = 'ledger_transfer_agrees_with_its_cause';
export const ENTRY = 'ledger_entry_has_its_number';
export const BALANCE = 'ledger_account_moves_by_its_entries';

export const bareStep = (values: Values) => (house: House) =>
  `insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
   select id, ${values['step_no'] ?? 'step_count + 1'}, ${values['trigger']}, ${values['status'] ?? 'status'}, null,
     ${values['actor_kind']}, ${values['actor'] ?? 'partner_id::text'}
   from transaction where id = $1 and '${house.enabled}' is not null`;

export const bareTransfer = (of: string): string =>
  `insert into ledger_transfer (id, kind, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents)
   select nextval('ledger_transfer_id'), kind, transaction_id, step_no, 3, debit_account_id, credit_account_id, amount_cents
   from ledger_transfer where transaction_id = '${of}' and position = 1 and $1::uuid is not null`;

export const bareEntry = (of: string): string =>
  `insert into ledger_entry (account_id, entry_no, transfer_id, amount_cents, balance_after_cents)
   select a.id, a.entry_count + 1, t.id, 500, a.balance_cents + 500 from ledger_transfer t, ledger_account a
   where t.transaction_id = '${of}' and t.position = 1 and a.kind = 'owner_funds' and $1::uuid is not null`;
