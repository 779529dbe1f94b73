import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import { cents } from '@vezne/domain/money';
import {
  POSTING_KINDS,
  depositAccountCorrected,
  depositCorrected,
  operationPosting,
  transitionPosting,
  withdrawalAccountCorrected,
} from '@vezne/domain/postings';
import type { LedgerOperation, Posting, PostedTransaction } from '@vezne/domain/postings';
import {
  ACCOUNT_CHANGED,
  ACCOUNT_CORRECTED,
  CORRECT,
  EVENT_TYPES,
  STEP_TRIGGERS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  TRANSITIONS,
  WITHDRAWAL_STAGES,
} from '@vezne/domain/transaction-state';
import type { TransactionState } from '@vezne/domain/transaction-state';
import { createTestDatabase } from '../../harness/database.ts';

const STATES: readonly TransactionState[] = [
  ...TRANSACTION_STATUSES.map((status) => ({ status, stage: null })),
  ...WITHDRAWAL_STAGES.map((stage) => ({ status: 'waiting_confirmation' as const, stage })),
];

const place = ({ status, stage }: TransactionState): string => stage ?? status;

/** Steps that leave the state as it is, and so are no edges of the table. */
const BESIDE_THE_TABLE = [
  `deposit waiting_payment ${ACCOUNT_CHANGED} waiting_payment`,
  `deposit approved ${CORRECT} approved`,
  ...TRANSACTION_TYPES.map((type) => `${type} approved ${ACCOUNT_CORRECTED} approved`),
];

test("the database knows the domain's edges, and no other", async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const all = TRANSACTION_TYPES.flatMap((type) =>
    STATES.flatMap((from) =>
      STEP_TRIGGERS.flatMap((trigger) => STATES.map((to) => ({ type, from, trigger, to }))),
    ),
  );
  const { rows } = await owner.query<{ edge: string }>(
    `select type || ' ' || coalesce(from_stage, from_status) || ' ' || trigger || ' ' || coalesce(to_stage, to_status) as edge
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       as step (type, from_status, from_stage, trigger, to_status, to_stage)
     where is_edge(type, from_status, from_stage, trigger, to_status, to_stage)`,
    [
      all.map(({ type }) => type),
      all.map(({ from }) => from.status),
      all.map(({ from }) => from.stage),
      all.map(({ trigger }) => trigger),
      all.map(({ to }) => to.status),
      all.map(({ to }) => to.stage),
    ],
  );
  const edges = TRANSITIONS.flatMap(({ type, from, trigger, to }) =>
    from === null ? [] : [`${type} ${place(from)} ${trigger} ${place(to)}`],
  );
  assert.deepEqual(rows.map(({ edge }) => edge).sort(), [...edges, ...BESIDE_THE_TABLE].sort());
});

test('the database knows which steps are told, and as what', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const told = new Map<string, string>(
    TRANSITIONS.flatMap(({ type, trigger, event }) =>
      event === null ? [] : [[`${type} ${trigger}`, event] as const],
    ),
  );
  told.set(`deposit ${CORRECT}`, 'deposit.corrected');
  for (const [step, event] of told) {
    const { rows } = await owner.query<{ event: string }>(
      'select event_of_step($1, $2) as event',
      step.split(' '),
    );
    assert.equal(rows[0]?.event, event, step);
  }
  const { rows } = await owner.query<{ trigger: string; event: string | null }>(
    `select trigger, event_of_step('deposit', trigger) as event from unnest($1::text[]) as trigger`,
    [STEP_TRIGGERS],
  );
  const silent = rows.filter(({ event }) => event === null).map(({ trigger }) => trigger);
  const tells = new Set([...told.keys()].map((step) => step.split(' ')[1]));
  assert.deepEqual(
    silent,
    STEP_TRIGGERS.filter((trigger) => !tells.has(trigger)),
  );
  assert.deepEqual(new Set(told.values()), new Set(EVENT_TYPES));
});

const [partnerId, bankAccountId] = ['P', 'B'];
const amountCents = cents(100n);
const EVERY_OPERATION: Readonly<Record<Exclude<LedgerOperation['kind'], 'adjusted'>, LedgerOperation>> = {
  settled_to_partner: { kind: 'settled_to_partner', partnerId, bankAccountId, amountCents },
  topped_up: { kind: 'topped_up', partnerId, bankAccountId, amountCents },
  internal_transfer_sent: { kind: 'internal_transfer_sent', bankAccountId, amountCents },
  internal_transfer_arrived: {
    kind: 'internal_transfer_arrived',
    bankAccountId,
    amountCents,
    feeCents: cents(1n),
  },
  internal_transfer_returned: {
    kind: 'internal_transfer_returned',
    bankAccountId,
    amountCents,
    feeCents: cents(1n),
  },
  bank_fee_charged: { kind: 'bank_fee_charged', bankAccountId, amountCents },
  returned_to_sender: { kind: 'returned_to_sender', bankAccountId, amountCents, refusedTransactionId: 'D' },
  misdirected_sent: { kind: 'misdirected_sent', bankAccountId, amountCents, payoutId: 'W' },
  misdirected_recovered: { kind: 'misdirected_recovered', bankAccountId, amountCents, payoutId: 'W' },
};

test('the database knows between which accounts each operation moves money, and no others', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const accounts = Object.keys(ACCOUNT_KINDS);
  const { rows } = await owner.query<{ way: string }>(
    `select concat_ws(' ', kind, place, debit, credit) as way
     from unnest($1::text[]) as kind, generate_series(1, 3) as place, unnest($2::text[]) as debit, unnest($2::text[]) as credit
     where is_of_operation(kind, debit, credit, place)`,
    [Object.keys(EVERY_OPERATION), accounts],
  );
  const ways = Object.values(EVERY_OPERATION).flatMap((operation) =>
    operationPosting(operation).transfers.map(
      ({ debit, credit }, index) => `${operation.kind} ${index + 1} ${debit.kind} ${credit.kind}`,
    ),
  );
  assert.deepEqual(rows.map(({ way }) => way).sort(), ways.sort());
});

const shares = (netAmountCents: bigint, commissionCents: bigint) => ({
  netAmountCents: cents(netAmountCents),
  commissionCents: cents(commissionCents),
});
const MORE = { before: shares(90n, 10n), after: shares(180n, 20n) };
const LESS = { before: MORE.after, after: MORE.before };
const BETWEEN = { fromBankAccountId: bankAccountId, toBankAccountId: 'C', amountCents };

/** Everything that a step which is no edge of the table can post. */
const BESIDE_THE_TABLE_POSTED: readonly (readonly [step: string, posting: Posting])[] = [
  ...[MORE, LESS].flatMap((change) =>
    [
      { refusedTransactionId: null, toBankAccountId: 'C' },
      { refusedTransactionId: 'D', toBankAccountId: undefined },
    ].map((where) => {
      const transfers = depositCorrected({ partnerId, bankAccountId, ...change, ...where });
      return [`deposit ${CORRECT}`, { kind: 'deposit_corrected', transfers }] as const;
    }),
  ),
  [
    `deposit ${ACCOUNT_CORRECTED}`,
    { kind: 'deposit_account_corrected', transfers: depositAccountCorrected(BETWEEN) },
  ],
  [
    `withdrawal ${ACCOUNT_CORRECTED}`,
    { kind: 'withdrawal_account_corrected', transfers: withdrawalAccountCorrected(BETWEEN) },
  ],
];

const POSTED: PostedTransaction = {
  id: 'T',
  partnerId,
  bankAccountId,
  ...shares(90n, 10n),
  playerAmountCents: cents(90n),
  balanceImpactCents: cents(-100n),
  arrival: { bankAccountId: 'C', amountCents: cents(80n) },
  moneySeenCents: amountCents,
};

test('the database knows what each step posts, between which accounts, and nothing else', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const accounts = Object.keys(ACCOUNT_KINDS);
  const { rows } = await owner.query<{ way: string }>(
    `select concat_ws(' ', type, trigger, kind, debit, credit) as way
     from unnest($1::text[]) as type, unnest($2::text[]) as trigger, unnest($3::text[]) as kind, unnest($4::text[]) as debit,
       unnest($4::text[]) as credit
     where is_of_step(type, trigger, kind, debit, credit)`,
    [TRANSACTION_TYPES, STEP_TRIGGERS, POSTING_KINDS, accounts],
  );
  const byEdges = TRANSITIONS.flatMap((edge) =>
    [null, 'D'].flatMap((refusedTransactionId) => {
      const posting = transitionPosting(edge, { ...POSTED, refusedTransactionId });
      return posting === undefined ? [] : [[`${edge.type} ${edge.trigger}`, posting] as const];
    }),
  );
  const ways = [...byEdges, ...BESIDE_THE_TABLE_POSTED].flatMap(([step, { kind, transfers }]) =>
    transfers.map(({ debit, credit }) => `${step} ${kind} ${debit.kind} ${credit.kind}`),
  );
  assert.deepEqual(rows.map(({ way }) => way).sort(), [...new Set(ways)].sort());
});

test('the database knows which accounts grow by a debit', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  for (const [kind, { normalSide }] of Object.entries(ACCOUNT_KINDS)) {
    const { rows } = await owner.query<{ grows: boolean }>('select grows_by_debit($1) as grows', [kind]);
    assert.equal(rows[0]?.grows, normalSide === 'debit', kind);
  }
});
