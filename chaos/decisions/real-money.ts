/**
 * What really happened at the banks, kept by the model as plain sums. None of it asks the postings: it would repeat any mistake
 * in them.
 */
import assert from 'node:assert/strict';
import type pg from 'pg';
import type { AccountName } from '@vezne/domain/accounts';
import { ACCOUNT_CORRECTED, CORRECT } from '@vezne/domain/transaction-state';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import type { OperationRequest } from '../../server/src/usecases/ledger/operation.ts';
import { isDecision } from './attempt.ts';
import type { AskedRequest, Attempt, Move } from './attempt.ts';
import type { Saying } from './what-is-said.ts';
import type { World } from './world.ts';

/** What a decision moves at banks, if it is made on the transaction as it was seen. */
export function movesOf(
  trigger: StepTrigger,
  row: Pick<
    DecisionRow,
    'id' | 'type' | 'bankAccountId' | 'actualAmountCents' | 'playerAmountCents' | 'refusedTransactionId'
  >,
  { actualCents, saying }: { actualCents: bigint; saying: Saying },
): Move[] {
  const { type, refusedTransactionId } = row;
  const paid: bigint = row.playerAmountCents;
  const booked = row.bankAccountId ?? '';
  const at = saying.bankAccountId ?? booked;
  if (type === 'deposit') {
    const came: bigint = row.actualAmountCents ?? 0n;
    if (trigger === 'reject') return refusal(row.id, saying);
    if (refusedTransactionId !== null) {
      // It is at the bank since it was refused. What is credited is no longer nobody's.
      const credited = trigger === 'approve' ? actualCents : trigger === CORRECT ? actualCents - came : 0n;
      return [{ bankAccountId: booked, cents: -credited, refusedTransactionId }];
    }
    if (trigger === 'approve') return [{ bankAccountId: booked, cents: actualCents }];
    if (trigger !== CORRECT && trigger !== ACCOUNT_CORRECTED) return [];
    return [
      { bankAccountId: booked, cents: -came },
      { bankAccountId: at, cents: saying.actualCents ?? came },
    ];
  }
  if (trigger === 'approve') return [{ bankAccountId: booked, cents: -paid }];
  if (trigger === 'payout_returned') return [{ bankAccountId: at, cents: saying.arrivedCents ?? paid }];
  if (trigger !== ACCOUNT_CORRECTED) return [];
  return [
    { bankAccountId: booked, cents: paid },
    { bankAccountId: at, cents: -paid },
  ];
}

function refusal(refusedTransactionId: string, { moneySeen }: Saying): Move[] {
  if (!moneySeen) return [];
  const { bankAccountId, amountCents: cents } = moneySeen;
  return [
    { bankAccountId, cents },
    { bankAccountId, cents, refusedTransactionId },
  ];
}

/** Everything that is somewhere. */
interface Whereabouts {
  banks: Map<string, bigint>;
  /** What is nobody's yet, by bank account, and of that what was refused, by deposit. */
  unallocated: Map<string, bigint>;
  open: Map<string, bigint>;
  inTransit: bigint;
  /** What is out, by payout. */
  out: Map<string, bigint>;
}

function add(sums: Map<string, bigint>, key: string, cents: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + cents);
}

/** Which way money of an operation goes at our account. */
const AT_BANK: Readonly<Record<Exclude<OperationRequest['kind'], 'adjusted'>, 1n | -1n>> = {
  topped_up: 1n,
  settled_to_partner: -1n,
  bank_fee_charged: -1n,
  internal_transfer_sent: -1n,
  internal_transfer_arrived: 1n,
  internal_transfer_returned: 1n,
  misdirected_sent: -1n,
  misdirected_recovered: 1n,
  returned_to_sender: -1n,
};

function operate(where: Whereabouts, request: OperationRequest): void {
  const amountCents: bigint = request.amountCents;
  if (request.kind === 'adjusted') {
    adjust(where, request.debit, amountCents, request);
    adjust(where, request.credit, -amountCents, request);
    return;
  }
  add(where.banks, request.bankAccountId, AT_BANK[request.kind] * amountCents);
  switch (request.kind) {
    case 'internal_transfer_sent':
      where.inTransit += amountCents;
      break;
    case 'internal_transfer_arrived':
    case 'internal_transfer_returned':
      where.inTransit -= amountCents + (request.feeCents ?? 0n);
      break;
    case 'misdirected_sent':
      add(where.out, request.payoutId, amountCents);
      break;
    case 'misdirected_recovered':
      add(where.out, request.payoutId, -amountCents);
      break;
    case 'returned_to_sender': {
      const { bankAccountId, refusedTransactionId } = request;
      decide(where, [{ bankAccountId, cents: -amountCents, refusedTransactionId }]);
      break;
    }
    case 'topped_up':
    case 'settled_to_partner':
    case 'bank_fee_charged':
      break;
  }
}

function adjust(
  where: Whereabouts,
  account: AccountName,
  cents: bigint,
  { payoutId = '', refusedTransactionId }: { payoutId?: string; refusedTransactionId?: string },
): void {
  if (account.kind === 'bank') add(where.banks, account.bankAccountId, cents);
  if (account.kind === 'in_transit') where.inTransit += cents;
  if (account.kind === 'receivable') add(where.out, payoutId, cents);
  if (account.kind !== 'unallocated') return;
  add(where.unallocated, account.bankAccountId, -cents);
  if (refusedTransactionId !== undefined) add(where.open, refusedTransactionId, -cents);
}

function decide(where: Whereabouts, moves: readonly Move[]): void {
  for (const { bankAccountId, cents, refusedTransactionId } of moves) {
    add(refusedTransactionId === undefined ? where.banks : where.unallocated, bankAccountId, cents);
    if (refusedTransactionId !== undefined) add(where.open, refusedTransactionId, cents);
  }
}

function agreed(where: Whereabouts, { wanted }: AskedRequest): void {
  if (isDecision(wanted)) decide(where, wanted.moves);
  else operate(where, wanted);
}

function whereabouts(attempts: readonly Attempt[]): Whereabouts {
  const where: Whereabouts = {
    banks: new Map(),
    unallocated: new Map(),
    open: new Map(),
    inTransit: 0n,
    out: new Map(),
  };
  for (const attempt of attempts) {
    if (attempt.kind === 'decision' && attempt.result.outcome === 'made') decide(where, attempt.moves);
    if (attempt.kind === 'operation' && attempt.result.outcome === 'posted') operate(where, attempt.wanted);
    if (attempt.kind === 'end' && attempt.result.outcome === 'confirmed') agreed(where, attempt.request);
  }
  return where;
}

const BOOKS_SQL = `
select
  (select coalesce(jsonb_object_agg(bank_account_id, balance_cents::text), '{}') from ledger_account
   where kind = 'bank' and bank_account_id = any ($1) and balance_cents <> 0) as banks,
  (select coalesce(jsonb_object_agg(bank_account_id, balance_cents::text), '{}') from ledger_account
   where kind = 'unallocated' and bank_account_id = any ($1) and balance_cents <> 0) as unallocated,
  (select coalesce(jsonb_object_agg(transaction_id, open_cents::text), '{}') from refused_money
   where bank_account_id = any ($1) and open_cents <> 0) as open,
  (select balance_cents from ledger_account where kind = 'in_transit') as "inTransit",
  (select balance_cents from ledger_account where kind = 'receivable') as receivable,
  (select coalesce(jsonb_object_agg(payout_id, (sent_cents - recovered_cents - written_off_cents)::text), '{}')
   from misdirected_payout where payout_id = any ($2) and recovered_cents + written_off_cents <> sent_cents) as out`;

interface Books {
  banks: Record<string, string>;
  unallocated: Record<string, string>;
  open: Record<string, string>;
  inTransit: bigint;
  receivable: bigint;
  out: Record<string, string>;
}

/** Compares the books with the sums, as often as it is asked. */
export type CheckRealMoney = (attempts: readonly Attempt[]) => Promise<void>;

/** Money in transit and what is receivable are accounts of the house, so what earlier worlds left there is taken away. */
export async function watchRealMoney(owner: pg.Pool, world: World): Promise<CheckRealMoney> {
  const payouts = world.transactions.filter(({ type }) => type === 'withdrawal').map(({ id }) => id);
  const read = async (): Promise<Books> => {
    const query = { name: 'real-money', text: BOOKS_SQL, values: [world.bankAccountIds, payouts] };
    const [books] = (await owner.query<Books>(query)).rows;
    return books ?? assert.fail('A statement without a table has a row.');
  };
  const before = await read();
  return async (attempts) => {
    const where = whereabouts(attempts);
    const { banks, unallocated, open, inTransit, receivable, out } = await read();
    for (const [payout, cents] of where.out) {
      assert.ok(cents >= 0n, `${payout}: never more comes back than is out`);
    }
    assert.deepEqual(banks, plain(where.banks), 'each bank account holds what really moved there');
    assert.deepEqual(open, plain(where.open), 'what is open of refused money is what has not left');
    assert.deepEqual(unallocated, plain(where.unallocated), "what is unallocated is nobody's yet");
    assert.equal(
      inTransit - before.inTransit,
      where.inTransit,
      'what is in transit was sent and is on its way',
    );
    assert.deepEqual(out, plain(where.out), 'of each payout, what is out is what really is');
    const total = [...where.out.values()].reduce((sum, cents) => sum + cents, 0n);
    assert.equal(receivable - before.receivable, total, 'what is receivable is what is out');
  };
}

function plain(sums: ReadonlyMap<string, bigint>): Record<string, string> {
  return Object.fromEntries(
    [...sums].filter(([, cents]) => cents !== 0n).map(([key, cents]) => [key, String(cents)]),
  );
}
