/**
 * Months of a partner's life: thousands of transactions with everything that can become of them, posted in the order of time by the statement
 * that the service itself posts with, and then dated back.
 */
import type pg from 'pg';
import type { Terms } from '@vezne/domain/commission';
import { depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import * as postings from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import { createLedgerAccountIds } from '../../src/db/read/ledger/accounts.ts';
import { accountsOfPosting } from '../../src/db/read/ledger/accounts.ts';
import { columnValues } from '../../src/db/statement.ts';
import {
  MOVEMENT_COLUMNS,
  TRANSFER_COLUMNS,
  accountsOf,
  ledgerSql,
  movementsOf,
  transfersOf,
} from '../../src/db/write/ledger/posting.ts';
import { newId } from '../../src/ids.ts';
import {
  APPROVED,
  REJECTED,
  depositMoney,
  depositRow,
  withdrawalMoney,
  withdrawalRow,
} from '../db/rows/valid-rows.ts';
import type { Row } from '../db/rows/valid-rows.ts';
import type { TestPartner } from './factories.ts';

export interface HistoryOptions {
  partner: TestPartner;
  bankAccount: { id: string };
  terms: Terms;
  transactions: number;
  /** When it begins; it ends now. */
  from: Date;
  seed: number;
}

/** One step of a transaction, or an operation, that posts. */
interface Cause {
  /** By this they are put into the order of time. */
  order: number;
  id: string;
  stepNo: number | null;
  posting: Posting;
}

interface Written {
  transactions: Row[];
  steps: Row[];
  operations: Row[];
  causes: Cause[];
}

/** Half of a batch waits for nobody: no step of one transaction is with another of the same. */
const BATCH = 400;

export async function writeHistory(owner: pg.Pool, options: HistoryOptions): Promise<void> {
  const written = drawHistory(options);
  await insertRows(owner, 'transaction', written.transactions);
  await insertRows(owner, 'transaction_step', written.steps);
  await insertRows(owner, 'ledger_operation', written.operations);
  const { rows } = await owner.query<{ id: bigint }>(
    'select coalesce(max(id), 0)::int8 as id from ledger_transfer',
  );
  await post(
    owner,
    written.causes.toSorted((left, right) => left.order - right.order),
  );
  await dateBack(owner, { ...options, above: rows[0]?.id ?? 0n });
}

/** The same numbers in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function drawHistory({ partner, bankAccount, terms, transactions, seed }: HistoryOptions): Written {
  const random = randomFrom(seed);
  const written: Written = { transactions: [], steps: [], operations: [], causes: [] };
  const of = { partnerId: partner.id, bankAccountId: bankAccount.id };
  const amount = (least = 5_000, most = 2_000_000): Cents => cents(BigInt(least + random(most - least)));
  const soon = (order: number): number => order + 1 + random(400);

  function deposit(
    order: number,
    changes: Row & { actualCents?: Cents } = {},
  ): { row: Row; actualCents: Cents; order: number } {
    const amountCents = amount();
    const actualCents = changes.actualCents ?? (random(10) === 0 ? amount() : amountCents);
    const row = {
      ...depositRow({ partner: { id: partner.id }, bankAccount }),
      ...moneyOf(amountCents, actualCents),
      ...APPROVED,
    };
    return { row, actualCents, order };
  }
  const moneyOf = (amountCents: Cents, actualCents: Cents | null): Row =>
    depositMoney({ amountCents, actualCents, terms });
  const shares = (actualCents: Cents) => depositAmounts({ requestedCents: actualCents, actualCents, terms });

  function add(row: Row, steps: readonly [trigger: string, status: string, stage: string | null][]): void {
    written.transactions.push({ refused_transaction_id: null, ...row, step_count: steps.length });
    steps.forEach(([trigger, status, stage], index) =>
      written.steps.push({
        transaction_id: row['id'],
        step_no: index + 1,
        trigger,
        status,
        stage,
        actor_kind: 'system',
        actor: 'test',
      }),
    );
  }

  const cause = (order: number, row: Row, stepNo: number, posting: Posting): void =>
    void written.causes.push({ order, id: String(row['id']), stepNo, posting });

  const SENT = ['confirm_sent', 'waiting_confirmation', null] as const;
  const CREATED = ['create', 'waiting_payment', null] as const;
  const acts: Record<string, (order: number) => void> = {
    approved(order) {
      const { row, actualCents } = deposit(order);
      add(row, [[...CREATED], [...SENT], ['approve', 'approved', null]]);
      cause(order, row, 3, {
        kind: 'deposit_approved',
        transfers: postings.depositApproved({ ...of, ...shares(actualCents) }),
      });
    },
    corrected(order) {
      const { row, actualCents: before } = deposit(order);
      const after = amount();
      add({ ...row, ...moneyOf(row['amount_cents'] as Cents, after), corrected_at: new Date() }, [
        [...CREATED],
        [...SENT],
        ['approve', 'approved', null],
        ['correct', 'approved', null],
      ]);
      cause(order, row, 3, {
        kind: 'deposit_approved',
        transfers: postings.depositApproved({ ...of, ...shares(before) }),
      });
      const corrected = postings.depositCorrected({ ...of, before: shares(before), after: shares(after) });
      cause(soon(order), row, 4, { kind: 'deposit_corrected', transfers: corrected });
    },
    late(order) {
      const { row: refused, actualCents } = deposit(order);
      const moneySeen = {
        ...moneyOf(refused['amount_cents'] as Cents, actualCents),
        ...REJECTED,
        net_amount_cents: 0n,
      };
      add({ ...refused, ...moneySeen }, [[...CREATED], [...SENT], ['reject', 'rejected', null]]);
      const refusedTransactionId = String(refused['id']);
      cause(order, refused, 3, {
        kind: 'deposit_refused',
        transfers: postings.depositRefused({ ...of, amountCents: actualCents }),
        refusedTransactionId,
      });
      const { row: late } = deposit(order);
      add(
        {
          ...late,
          ...moneyOf(actualCents, actualCents),
          external_reference: refused['external_reference'],
          reference_code: refused['reference_code'],
          original_transaction_id: refused['id'],
          refused_transaction_id: refused['id'],
        },
        [[...CREATED], ['confirm_on_behalf', 'waiting_confirmation', null], ['approve', 'approved', null]],
      );
      cause(soon(order), late, 3, {
        kind: 'refused_money_credited',
        transfers: postings.refusedMoneyCredited({ ...of, ...shares(actualCents) }),
        refusedTransactionId,
      });
    },
    paid: (order) => payout(order, 'paid'),
    released: (order) => payout(order, 'released'),
    rejected: (order) => payout(order, 'rejected'),
    returned: (order) => payout(order, 'returned'),
    authorised: (order) => payout(order, 'authorised'),
  };

  function payout(order: number, end: 'paid' | 'released' | 'rejected' | 'returned' | 'authorised'): void {
    const requestedCents = amount(5_000, 600_000);
    const amounts = { ...of, ...withdrawalAmounts({ requestedCents, terms }) };
    const hands = { taken_by: 'ayse', authorised_by: 'mehmet', bank_account_id: bankAccount.id };
    const row = {
      ...withdrawalRow({ partner: { id: partner.id } }),
      ...withdrawalMoney({ amountCents: requestedCents, terms }),
    };
    const authorised: Posting = {
      kind: 'withdrawal_authorised',
      transfers: postings.withdrawalAuthorised(amounts),
    };
    const released: Posting = {
      kind: 'withdrawal_released',
      transfers: postings.withdrawalReleased(amounts),
    };
    const approved: Posting = {
      kind: 'withdrawal_approved',
      transfers: postings.withdrawalApproved(amounts),
    };
    const steps: [string, string, string | null][] = [
      ['create', 'waiting_confirmation', 'queued'],
      ['take', 'waiting_confirmation', 'taken'],
      ['authorise', 'waiting_confirmation', 'authorised'],
    ];
    cause(order, row, 3, authorised);
    const second = soon(order);
    if (end === 'authorised') {
      add({ ...row, ...hands, stage: 'authorised' }, steps);
    } else if (end === 'paid') {
      add({ ...row, ...hands, ...APPROVED }, [...steps, ['approve', 'approved', null]]);
      cause(second, row, 4, approved);
    } else if (end === 'rejected') {
      add({ ...row, ...hands, ...REJECTED }, [...steps, ['reject', 'rejected', null]]);
      cause(second, row, 4, released);
    } else if (end === 'released') {
      const more = steps.slice(1);
      add({ ...row, ...hands, ...APPROVED }, [
        ...steps,
        ['release_authorised', 'waiting_confirmation', 'queued'],
        ...more,
        ['approve', 'approved', null],
      ]);
      cause(second, row, 4, released);
      const third = soon(second);
      cause(third, row, 6, authorised);
      cause(soon(third), row, 7, approved);
    } else {
      add({ ...row, ...hands, ...REJECTED, reason_code: 'payout_returned' }, [
        ...steps,
        ['approve', 'approved', null],
        ['payout_returned', 'rejected', null],
      ]);
      cause(second, row, 4, approved);
      const isShort = random(2) === 0;
      const arrival = {
        bankAccountId: bankAccount.id,
        amountCents: cents(amounts.playerAmountCents - (isShort ? 500n : 0n)),
      };
      const returned = postings.payoutReturned({ ...amounts, arrival });
      cause(soon(second), row, 5, { kind: 'payout_returned', transfers: returned });
    }
  }

  function operate(order: number, operation: postings.LedgerOperation): void {
    const id = newId();
    const isAdjustment = operation.kind === 'adjusted';
    written.operations.push({
      id,
      kind: operation.kind,
      partner_id: isAdjustment ? null : partner.id,
      bank_account_id: isAdjustment ? null : bankAccount.id,
      amount_cents: operation.amountCents,
      actor: 'ayse',
      actor_id: 'ayse',
      confirmed_by: 'mehmet',
      confirmed_by_id: 'mehmet',
      note: 'test',
    });
    written.causes.push({ order, id, stepNo: null, posting: postings.operationPosting(operation) });
  }

  const balance = { kind: 'partner_balance', partnerId: partner.id } as const;
  for (let made = 0; made < transactions; made += 1) {
    const order = made * 10;
    const draw = random(100);
    // Enough to pay out of, from the first day on.
    if (made % 200 === 0)
      operate(order, { kind: 'topped_up', ...of, amountCents: amount(200_000_000, 240_000_000) });
    if (made % 250 === 249)
      operate(order, { kind: 'settled_to_partner', ...of, amountCents: amount(100_000, 80_000_000) });
    if (made % 500 === 499) {
      const [debit, credit] = [{ kind: 'partner_commission', partnerId: partner.id }, balance] as const;
      operate(order, { kind: 'adjusted', debit, credit, amountCents: amount(100, 5_000) });
      operate(order + 1, {
        kind: 'adjusted',
        debit: balance,
        credit: { kind: 'owner_funds' },
        amountCents: amount(100, 5_000),
      });
    }
    const act =
      draw < 55
        ? 'approved'
        : draw < 61
          ? 'corrected'
          : draw < 66 && made < transactions - 1
            ? 'late'
            : draw < 86
              ? 'paid'
              : draw < 90
                ? 'released'
                : draw < 94
                  ? 'rejected'
                  : draw < 98
                    ? 'returned'
                    : 'authorised';
    // Late money is two.
    if (act === 'late') made += 1;
    acts[act]?.(order);
  }
  return written;
}

async function insertRows(owner: pg.Pool, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let at = 0; at < rows.length; at += 2_000) {
    const some = JSON.stringify(rows.slice(at, at + 2_000), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    await owner.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [some],
    );
  }
}

const postSql = (cause: 'transaction' | 'operation'): string => `
with guarded as materialized (
  select id, step_no from unnest($1::uuid[], $2::int4[]) as cause (id, step_no)
), ${ledgerSql({ from: 3, cause })}
select count(*)::int4 as count from ready`;

const SQL = { transaction: postSql('transaction'), operation: postSql('operation') };

/** In batches, as decisions that arrive together are. */
async function post(owner: pg.Pool, causes: readonly Cause[]): Promise<void> {
  const accountIds = createLedgerAccountIds(owner, { timeoutMs: 10_000 });
  await accountIds.learn(causes.flatMap(({ posting }) => accountsOfPosting(posting)));
  const typeOf = ({ stepNo }: Cause): 'transaction' | 'operation' =>
    stepNo === null ? 'operation' : 'transaction';
  for (let at = 0; at < causes.length;) {
    const [first] = causes.slice(at, at + 1);
    if (first === undefined) return;
    const seen = new Set<string>();
    const batch: Cause[] = [];
    for (let next = causes[at]; next !== undefined; next = causes[at + batch.length]) {
      if (batch.length === BATCH || seen.has(next.id) || typeOf(next) !== typeOf(first)) break;
      seen.add(next.id);
      batch.push(next);
    }
    const transfers = batch.flatMap(({ id, posting }) => transfersOf(posting, { accountIds, causeId: id }));
    const movements = batch.flatMap(({ id, posting }) => movementsOf(posting, id));
    const { rows } = await owner.query<{ count: number }>(SQL[typeOf(first)], [
      batch.map(({ id }) => id),
      batch.map(({ stepNo }) => stepNo),
      ...columnValues(TRANSFER_COLUMNS, transfers),
      ...columnValues(MOVEMENT_COLUMNS, movements),
      accountsOf(transfers),
    ]);
    if (rows[0]?.count !== batch.length) throw new Error('Not everything was posted.');
    at += batch.length;
  }
}

/** Spreads what was posted over the time until now, in its order; what one cause posted has one time. */
async function dateBack(
  owner: pg.Pool,
  { partner, from, above }: { partner: TestPartner; from: Date; above: bigint },
): Promise<void> {
  await owner.query(
    `with cause as (
       select coalesce(operation_id, transaction_id) as id, step_no, row_number() over (order by min(t.id)) as place, count(*) over () as all
       from ledger_transfer t where t.id > $1 group by 1, 2
     )
     update ledger_transfer t set at = $2::timestamptz + (now() - $2::timestamptz) * (cause.place::float8 / (cause.all + 1))
     from cause where cause.id = coalesce(t.operation_id, t.transaction_id) and cause.step_no is not distinct from t.step_no and t.id > $1`,
    [above, from],
  );
  await owner.query('update partner set created_at = $2 where id = $1', [partner.id, from]);
}
