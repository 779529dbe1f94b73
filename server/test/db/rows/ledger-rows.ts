import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { insertRow, nextNumber } from './row.ts';
import type { Row } from './row.ts';

/** Rows of the books that new rows can point to and collide with. */
export interface Books {
  partnerAccount: Row;
  bankLedgerAccount: Row;
  operation: Row;
  transfer: Row;
  entry: Row;
  movement: Row;
}

/** The rows that the books refer to. */
interface Ground {
  partner: Row;
  bankAccount: Row;
  step: Row;
  spareBankAccount: Row;
}

interface MadeBooks {
  books: Books;
  arrival: Row;
  /** An internal transfer that has not arrived. */
  sentTransfer: Row;
  operationTransfer: Row;
  operationMovement: Row;
}

/**
 * Accounts are opened with their partner and bank account. The rest is written here, with one transfer for each kind of
 * cause.
 */
export async function makeBooks(owner: pg.Pool, world: Ground): Promise<MadeBooks> {
  const { rows } = await owner.query<Row>(
    `select * from ledger_account where partner_id = $1 and kind = 'partner_balance' or bank_account_id = $2 and kind = 'bank'
     order by partner_id nulls last`,
    [world.partner['id'], world.bankAccount['id']],
  );
  const [partnerAccount = {}, bankLedgerAccount = {}] = rows;
  const accounts = { partnerAccount, bankLedgerAccount };
  const operation = operationRow(world);
  const transfer = { ...transferRow({ ...accounts, operation }), ...ofStep(world) };
  const books = {
    ...accounts,
    operation,
    transfer,
    entry: entryRow({ ...accounts, transfer }),
    movement: { ...movementRow({ ...world, operation }), ...ofStep(world), statement_line_id: randomUUID() },
  };
  await insertRow(owner, 'ledger_operation', operation);
  await insertRow(owner, 'ledger_transfer', transfer);
  await insertRow(owner, 'ledger_entry', books.entry);
  await insertRow(owner, 'bank_movement', books.movement);
  const operationTransfer = transferRow(books);
  await insertRow(owner, 'ledger_transfer', operationTransfer);
  const [sent, sentTransfer] = [sentRow(world), sentRow(world)];
  await insertRow(owner, 'ledger_operation', sent);
  await insertRow(owner, 'ledger_operation', sentTransfer);
  const arrival = {
    ...sent,
    id: randomUUID(),
    kind: 'internal_transfer_arrived',
    bank_account_id: world.bankAccount['id'],
    sent_operation_id: sent['id'],
  };
  await insertRow(owner, 'ledger_operation', arrival);
  const operationMovement = movementRow({ ...world, operation: sent });
  await insertRow(owner, 'bank_movement', operationMovement);
  return { books, arrival, sentTransfer, operationTransfer, operationMovement };
}

function sentRow(world: Ground): Row {
  const row = operationRow(world);
  const from = world.spareBankAccount['id'];
  return { ...row, kind: 'internal_transfer_sent', partner_id: null, bank_account_id: from };
}

/** Caused by the world's step instead of an operation. */
export function ofStep({ step }: Pick<Ground, 'step'>): Row {
  return { transaction_id: step['transaction_id'], step_no: step['step_no'], operation_id: null };
}

export function ledgerAccountRow(): Row {
  return {
    id: nextNumber(),
    kind: 'owner_funds',
    partner_id: null,
    bank_account_id: null,
    balance_cents: 0n,
    entry_count: 0n,
  };
}

export function operationRow({ partner, bankAccount }: Pick<Ground, 'partner' | 'bankAccount'>): Row {
  return {
    id: randomUUID(),
    kind: 'topped_up',
    partner_id: partner['id'],
    bank_account_id: bankAccount['id'],
    amount_cents: 500n,
    sent_operation_id: null,
    fee_cents: null,
    payout_id: null,
    actor_id: 'ayse',
    actor: 'ayse',
    confirmed_by_id: null,
    confirmed_by: null,
    note: 'money for payouts',
    said: null,
    at: new Date(),
  };
}

export function transferRow({
  partnerAccount,
  bankLedgerAccount,
  operation,
}: Pick<Books, 'partnerAccount' | 'bankLedgerAccount' | 'operation'>): Row {
  return {
    id: nextNumber(),
    kind: 'topped_up',
    transaction_id: null,
    step_no: null,
    operation_id: operation['id'],
    position: nextNumber(),
    debit_account_id: bankLedgerAccount['id'],
    credit_account_id: partnerAccount['id'],
    amount_cents: 500n,
    at: new Date(),
  };
}

export function entryRow({ partnerAccount, transfer }: Pick<Books, 'partnerAccount' | 'transfer'>): Row {
  return {
    account_id: partnerAccount['id'],
    entry_no: nextNumber(),
    transfer_id: transfer['id'],
    amount_cents: 500n,
    balance_after_cents: 500n,
  };
}

export function movementRow({
  bankAccount,
  operation,
}: Pick<Ground, 'bankAccount'> & Pick<Books, 'operation'>): Row {
  return {
    id: nextNumber(),
    bank_account_id: bankAccount['id'],
    amount_cents: 500n,
    transaction_id: null,
    step_no: null,
    operation_id: operation['id'],
    statement_line_id: null,
    at: new Date(),
  };
}
