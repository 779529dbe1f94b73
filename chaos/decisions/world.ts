import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import {
  bankAccountRow,
  depositMoney,
  depositRow,
  partnerRow,
  withdrawalMoney,
  withdrawalRow,
} from '../../server/test/db/rows/valid-rows.ts';
import type { Row } from '../../server/test/db/rows/valid-rows.ts';
import { turkishIban } from '../../server/test/harness/factories.ts';
import type { BooksScope } from '../../server/test/harness/ledger.ts';
import { pick } from './pick.ts';

export interface TransactionShape {
  type: TransactionType;
  partner: number;
  account: number;
  amountCents: bigint;
  terms: { mode: SettlementMode; basisPoints: number; fixedCents: bigint };
  /** For a deposit: its player has pressed the button. */
  isConfirmed: boolean;
  isOverdue: boolean;
}

export interface WorldShape {
  creditLinesCents: readonly bigint[];
  accounts: number;
  transactions: readonly TransactionShape[];
}

export interface WorldTransaction {
  id: string;
  partnerId: string;
  type: TransactionType;
}

/** Partners and accounts of a single run, and their transactions. */
export interface World extends BooksScope {
  transactions: readonly WorldTransaction[];
}

const AN_HOUR_MS = 3_600_000;

export async function createWorld(owner: pg.Pool, shape: WorldShape): Promise<World> {
  const partners = shape.creditLinesCents.map((credit_line_cents) => ({
    ...partnerRow(),
    credit_line_cents,
  }));
  const accounts = Array.from({ length: shape.accounts }, bankAccountRow);
  const transactions = shape.transactions.map((one) =>
    newRow(one, {
      partner: pick(partners, one.partner),
      bankAccount: pick(accounts, one.account),
    }),
  );
  const steps = transactions.map(({ id, status, stage }) => ({
    transaction_id: id,
    status,
    stage,
    step_no: 1,
    trigger: 'create',
    actor_kind: 'partner',
    actor: 'shop',
    at: new Date(),
  }));
  await insertRows(owner, 'partner', partners);
  await insertRows(owner, 'bank_account', accounts);
  await insertRows(owner, 'transaction', transactions);
  await insertRows(owner, 'transaction_step', steps);
  return {
    partnerIds: partners.map(idOf),
    bankAccountIds: accounts.map(idOf),
    transactions: transactions.map((row) => ({
      id: idOf(row),
      partnerId: String(row['partner_id']),
      type: row['type'] as TransactionType,
    })),
  };
}

function newRow(
  { type, amountCents, terms, isConfirmed, isOverdue }: TransactionShape,
  owners: { partner: Row; bankAccount: Row },
): Row {
  const money = { amountCents, terms };
  // What is paid to an IBAN adds up over the day, and a world must not depend on those before it.
  if (type === 'withdrawal') {
    return { ...withdrawalRow(owners), ...withdrawalMoney(money), payout_iban: ibanOf(owners.partner) };
  }
  return {
    ...depositRow(owners),
    ...depositMoney(money),
    status: isConfirmed ? 'waiting_confirmation' : 'waiting_payment',
    created_at: new Date(Date.now() - 2 * AN_HOUR_MS),
    expires_at: new Date(Date.now() + (isOverdue ? -AN_HOUR_MS : AN_HOUR_MS)),
  };
}

/** The same for a partner, whose players are one. */
function ibanOf(partner: Row): string {
  const digits = BigInt(`0x${idOf(partner).replaceAll('-', '').slice(0, 12)}`);
  return turkishIban(Number(digits));
}

/** All rows in one statement: a model makes hundreds of worlds. */
async function insertRows(db: pg.Pool, table: string, rows: readonly Row[]): Promise<void> {
  // Deposits and withdrawals use the same columns, with null where a type has no value.
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ');
  const json = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [json],
  );
}

function idOf(row: Row): string {
  return String(row['id']);
}
