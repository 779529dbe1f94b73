import type pg from 'pg';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';
import { accountKeySql } from './ledger-labels.ts';

/** What an operation's id stands for. */
export interface OperationContent {
  kind: string;
  sentOperationId: string | null;
  payoutId: string | null;
  refusedTransactionId: string | null;
  /** Where money went, if it was said. */
  sentTo: string | null;
  /** Each as `debit credit cents`, with the keys of the accounts, in their order. */
  transfers: string[];
}

const CONTENT_SQL = `
select o.kind, o.sent_operation_id as "sentOperationId", o.payout_id as "payoutId",
  o.refused_transaction_id as "refusedTransactionId", o.said ->> 'sentTo' as "sentTo", array(
  select ${accountKeySql('d')} || ' ' || ${accountKeySql('c')} || ' ' || t.amount_cents
  from ledger_transfer t join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
  where t.operation_id = o.id order by t.position
) as transfers
from ledger_operation o where o.id = $1`;

/** The operation with this id, if it was posted. */
export async function findOperationContent(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<OperationContent | undefined> {
  return (await runRead<OperationContent>(pool, { text: CONTENT_SQL, values: [id] }, options))[0];
}
