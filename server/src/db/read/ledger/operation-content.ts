import type pg from 'pg';
import type { StoredPerson } from '@vezne/domain/actor';
import { runConfirmedReads } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { accountKeySql } from './labels.ts';

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

/** An operation that was posted: who asked for it, and with which words. */
export interface RecordedOperation {
  content: OperationContent;
  by: StoredPerson;
  note: string;
}

const CONTENT_SQL = `
select o.kind, o.sent_operation_id as "sentOperationId", o.payout_id as "payoutId",
  o.refused_transaction_id as "refusedTransactionId", o.said ->> 'sentTo' as "sentTo", array(
  select ${accountKeySql('d')} || ' ' || ${accountKeySql('c')} || ' ' || t.amount_cents
  from ledger_transfer t join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
  where t.operation_id = o.id order by t.position
) as transfers, json_build_object('id', o.actor_id, 'name', o.actor) as by, o.note
from ledger_operation o where o.id = $1`;

/** The operation with this id, if it was posted: with a commit behind it, on the connection that found it. Who is told so posts nothing more. */
export async function findOperationContent(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<RecordedOperation | undefined> {
  const query = { text: CONTENT_SQL, values: [id] };
  const [row] = await runConfirmedReads(
    pool,
    options,
    async (read) => await read<OperationContent & Omit<RecordedOperation, 'content'>>(query),
    (rows) => rows.length > 0,
  );
  if (row === undefined) return undefined;
  const { by, note, ...content } = row;
  return { content, by, note };
}
