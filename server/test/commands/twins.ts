import { newId } from '../../src/ids.ts';
import { depositRow, insertRow } from '../db/rows/valid-rows.ts';
import type { Desk } from '../harness/desk.ts';

/** Two deposits of one player and amount. Their ids tell their time, as all that the service makes do. */
export async function insertTwins({ owner, partner, bankAccount }: Desk): Promise<[string, string]> {
  const ids: [string, string] = [newId(), newId()];
  for (const id of ids) {
    const row = {
      ...depositRow({ partner: { id: partner.id }, bankAccount }),
      id,
      status: 'waiting_confirmation',
    };
    await insertRow(owner, 'transaction', { ...row, customer_id: 'twice' });
    await owner.query(
      `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
       values ($1, 1, 'create', 'waiting_confirmation', 'partner', 'shop')`,
      [id],
    );
  }
  return ids;
}
