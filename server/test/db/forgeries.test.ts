import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { approveDeposit, rejectDeposit } from '../../src/usecases/deposits/decide.ts';
import { PROCESS_ROLES, createTestDatabase } from '../harness/database.ts';
import type { ProcessRole } from '../harness/database.ts';
import { AYSE, cash, openDesk } from '../harness/desk.ts';
import { insertBankAccount } from '../harness/factories.ts';
import {
  CANCEL,
  CONFIRM_SENT,
  EXPIRE,
  accountChanged,
  accountSql,
  approval,
  approvalSql,
  askSql,
  auditSql,
  bareEventSql,
  confirmSql,
  correction,
  createSql,
  holding,
  moveSql,
  operationSql,
  postingSql,
} from './honest-writes.ts';
import type { Approval, Move, StepTransfer, Values } from './honest-writes.ts';
import { KINDS_OF_DIFFERENCES, STOLEN, bankOf } from './stolen-money.ts';

/** Rows that the forgeries are about; all of them came about honestly. */
interface House {
  pools: Readonly<Record<ProcessRole, pg.Pool>>;
  owner: pg.Pool;
  /** Of a partner that cancels it, and of a player who presses the button. */
  queued: string;
  open: string;
  /** One whose time is over, and one on a frozen account. */
  expired: string;
  onFrozen: string;
  frozen: string;
  enabled: string;
  /** Wait for a decision, and are decided. */
  waiting: string;
  approved: string;
  otherPartner: string;
  partner: string;
  /** Its money came, and is open. */
  refused: string;
  /** Open requests: one asked at each door. */
  requests: Readonly<Record<'vezne_console' | 'vezne_admin', string>>;
  columns: readonly string[];
}

type Statement = (house: House) => string | readonly string[];
type Subject = (house: House) => string;

/** What a role does honestly, which has to pass, and what is made of it to lie, which has to be refused by the rule. */
interface Case {
  honest: Statement;
  of: Subject;
  forgeries: Readonly<Record<string, readonly [rule: string | RegExp, Statement]>>;
}

/** Refused by a policy of the role, or because it has no such right. */
const NO_RIGHT = '42501';

async function openForgersHouse(t: TestContext): Promise<House> {
  const desk = await openDesk(t);
  const { owner, database } = desk;
  const [frozen, other] = [await insertBankAccount(owner, { status: 'frozen' }), randomUUID()];
  const approved = await desk.deposit();
  await desk.decide(
    (fingerprint) =>
      approveDeposit({ transactionId: approved, fingerprint, actor: AYSE, actualCents: cash(1000) }),
    approved,
  );
  const refused = await desk.deposit();
  const moneySeen = { amountCents: cash(300), bankAccountId: desk.bankAccount.id };
  await desk.decide(
    (fingerprint) =>
      rejectDeposit({ transactionId: refused, fingerprint, actor: AYSE, reasonCode: 'duplicate', moneySeen }),
    refused,
  );
  const open = { status: 'waiting_payment' };
  const [expired, onFrozen] = [await desk.deposit(open), await desk.deposit(open)];
  await owner.query(`update transaction set expires_at = now() - interval '1 minute' where id = $1`, [
    expired,
  ]);
  await owner.query('update transaction set bank_account_id = $1 where id = $2', [frozen.id, onFrozen]);
  await owner.query(`insert into partner (id, name) values ($1, 'Another')`, [other]);
  const requests = { vezne_console: randomUUID(), vezne_admin: randomUUID() };
  for (const [id, kind] of [
    [requests.vezne_console, 'staff'],
    [requests.vezne_admin, 'command_line'],
  ] as const) {
    const subject = {
      subject_type: `'bank_account'`,
      asked_by_kind: `'${kind}'`,
      asked_at: `now() - interval '1 minute'`,
    };
    await owner.query(askSql(subject), [id]);
  }
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'transaction'::regclass and attnum > 0 and not attisdropped`,
  );
  return {
    pools: Object.fromEntries(PROCESS_ROLES.map((role) => [role, database.pool(role)])) as House['pools'],
    owner,
    queued: await desk.withdrawal(),
    open: await desk.deposit(open),
    expired,
    onFrozen,
    frozen: frozen.id,
    enabled: desk.bankAccount.id,
    waiting: await desk.deposit(),
    approved,
    otherPartner: other,
    partner: desk.partner.id,
    refused,
    requests,
    columns: rows.map(({ name }) => name),
  };
}

/** A move with some values replaced. */
function changed(
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

function approvedWith(by: Approval, changes: Partial<Approval>): string {
  return approvalSql({
    ...by,
    ...changes,
    set: { ...by.set, ...changes.set },
    step: { ...by.step, ...changes.step },
    event: { ...by.event, ...changes.event },
  });
}

const EVENT = 'event_agrees_with_its_transaction';
const STEP = 'step_agrees_with_its_transaction';
const MOVE = 'transaction_moves_by_its_step';
const FEED = 'event_feed_counts_its_events';
const TRANSFER = 'ledger_transfer_agrees_with_its_cause';
const ENTRY = 'ledger_entry_has_its_number';
const BALANCE = 'ledger_account_moves_by_its_entries';

const bareStep = (values: Values) => (house: House) =>
  `insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
   select id, ${values['step_no'] ?? 'step_count + 1'}, ${values['trigger']}, ${values['status'] ?? 'status'}, null,
     ${values['actor_kind']}, ${values['actor'] ?? 'partner_id::text'}
   from transaction where id = $1 and '${house.enabled}' is not null`;

const bareTransfer = (of: string): string =>
  `insert into ledger_transfer (id, kind, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents)
   select nextval('ledger_transfer_id'), kind, transaction_id, step_no, 3, debit_account_id, credit_account_id, amount_cents
   from ledger_transfer where transaction_id = '${of}' and position = 1 and $1::uuid is not null`;

const bareEntry = (of: string): string =>
  `insert into ledger_entry (account_id, entry_no, transfer_id, amount_cents, balance_after_cents)
   select a.id, a.entry_count + 1, t.id, 500, a.balance_cents + 500 from ledger_transfer t, ledger_account a
   where t.transaction_id = '${of}' and t.position = 1 and a.kind = 'owner_funds' and $1::uuid is not null`;

/** Every value of an event that a partner reads, as a forger would have it. */
const TOLD: Readonly<Record<string, string>> = {
  player_amount_cents: '999999999999',
  amount_cents: '999999999999',
  commission_cents: '1',
  balance_impact_cents: '99999',
  external_reference: `'somebody-elses'`,
  currency: `'EUR'`,
  reference_code: `'ACDEFHJK'`,
  actual_amount_cents: '5',
  original_transaction_id: 'moved.id',
  step_no: 'moved.step_count - 1',
  feed_no: 'feed.last_no + 5',
};

const API_CASES: readonly Case[] = [
  {
    honest: () => moveSql(CANCEL),
    of: ({ queued }) => queued,
    forgeries: {
      ...Object.fromEntries(
        Object.entries(TOLD).map(([column, value]) => {
          // Several rules may notice: that a refund is the amount, and that what moves is told with a number of its feed.
          const rule = /^(step_no|feed_no|amount_cents|player_amount_cents)$/.test(column)
            ? /^(event|transaction_moves)_/
            : EVENT;
          return [
            `a cancellation is told with another ${column}`,
            [rule, () => changed(CANCEL, { event: { [column]: value } })],
          ];
        }),
      ),
      'the refund of 9,999,999,999.99 that nobody asked for': [
        EVENT,
        ({ queued }) => bareEventSql(queued, { amount_cents: '999999999999' }),
      ],
      'a refund of the right amount, while the payout goes on': [
        EVENT,
        ({ queued }) => bareEventSql(queued, {}),
      ],
      'a refund whose amounts agree with each other and with nothing else': [
        EVENT,
        () =>
          changed(CANCEL, { event: { amount_cents: '999999999999', player_amount_cents: '999999999999' } }),
      ],
      'a cancellation told to another partner': [
        /^event_/,
        ({ otherPartner }) => changed(CANCEL, { event: { partner_id: `'${otherPartner}'` } }),
      ],
      'a cancellation told as an approval': [
        NO_RIGHT,
        () =>
          changed(CANCEL, {
            event: { type: `'withdrawal.approved'`, status: `'approved'`, reason_code: 'null' },
          }),
      ],
      'a cancellation told of an hour ago': [
        NO_RIGHT,
        () => changed(CANCEL, { event: { occurred_at: `now() - interval '1 hour'` } }),
      ],
      'a cancellation that the partner does not hear of': [
        MOVE,
        () => moveSql({ ...CANCEL, event: undefined }),
      ],
      'a cancellation without its step': [
        MOVE,
        () =>
          moveSql(CANCEL).replace(
            'select moved.id, moved.step_count',
            'select moved.id, moved.step_count + 1',
          ),
      ],
      'a cancellation in the name of an operator': [
        NO_RIGHT,
        () => changed(CANCEL, { step: { actor_kind: `'staff'`, actor_id: `'ayse'`, actor: `'ayse'` } }),
      ],
      'a cancellation in the name of another partner': [
        STEP,
        ({ otherPartner }) => changed(CANCEL, { step: { actor: `'${otherPartner}'` } }),
      ],
      'a cancellation as a rejection': [NO_RIGHT, () => changed(CANCEL, { step: { trigger: `'reject'` } })],
      'a cancellation with words that nobody said': [
        NO_RIGHT,
        () => changed(CANCEL, { step: { said: `'{"senderSeen": "x"}'` } }),
      ],
      'a step of yesterday': [NO_RIGHT, () => changed(CANCEL, { step: { at: `now() - interval '1 day'` } })],
      'a feed that skips a number': [FEED, () => changed(CANCEL, { feed: 'f.last_no + 2' })],
      'a feed that goes back': [
        /^event_/,
        () => changed(CANCEL, { feed: 'f.last_no - 1', event: { feed_no: 'feed.last_no + 2' } }),
      ],
      'a feed that moves without an event': [
        FEED,
        () => 'update event_feed set last_no = last_no + 1 where $1::uuid is not null',
      ],
      'a feed that forgets its events': [
        FEED,
        () => 'update event_feed set last_no = 0 where last_no > 0 and $1::uuid is not null',
      ],
    },
  },
  {
    honest: () => moveSql(CONFIRM_SENT),
    of: ({ open }) => open,
    forgeries: {
      'the button pressed twice at once': [
        MOVE,
        () => changed(CONFIRM_SENT, { set: { step_count: 'step_count + 2' } }),
      ],
      'a step for a button that nobody pressed': [
        STEP,
        bareStep({ trigger: `'confirm_sent'`, actor_kind: `'player'`, actor: `'player'` }),
      ],
      'the button as a cancellation': [
        MOVE,
        () =>
          changed(CONFIRM_SENT, {
            step: { trigger: `'cancel'`, actor_kind: `'partner'`, actor: 'moved.partner_id::text' },
          }),
      ],
      'a step with another state than its deposit': [
        /^(step|transaction)_/,
        () => changed(CONFIRM_SENT, { step: { status: `'approved'` } }),
      ],
      'a number of steps without a step': [
        NO_RIGHT,
        () => 'update transaction set step_count = step_count + 1 where id = $1',
      ],
    },
  },
  {
    honest: ({ columns }) => createSql({ columns }),
    of: ({ queued }) => queued,
    forgeries: {
      'a withdrawal that has no first step': [
        'transaction_begins_with_its_step',
        ({ columns }) => createSql({ columns, step: { step_no: '2' } }),
      ],
      'a withdrawal with steps before it existed': [
        NO_RIGHT,
        ({ columns }) => createSql({ columns, row: { step_count: '7' } }),
      ],
      'a withdrawal of yesterday': [
        NO_RIGHT,
        ({ columns }) => createSql({ columns, row: { created_at: `now() - interval '1 day'` } }),
      ],
      'a withdrawal that another partner asked for': [
        'transaction_begins_with_its_step',
        ({ columns, otherPartner }) => createSql({ columns, step: { actor: `'${otherPartner}'` } }),
      ],
      'late money': [
        NO_RIGHT,
        ({ columns, approved }) => createSql({ columns, row: { original_transaction_id: `'${approved}'` } }),
      ],
    },
  },
];

const WORKER_CASES: readonly Case[] = [
  {
    honest: () => moveSql(EXPIRE),
    of: ({ expired }) => expired,
    forgeries: {
      'an expiry that credits the player': [
        EVENT,
        () => changed(EXPIRE, { event: { player_amount_cents: '999999999999' } }),
      ],
      'an expiry of another amount': [EVENT, () => changed(EXPIRE, { event: { amount_cents: '1' } })],
      'an expiry told as a refused payout': [
        /^event_/,
        () =>
          changed(EXPIRE, {
            event: { type: `'withdrawal.rejected'`, player_amount_cents: 'moved.amount_cents' },
          }),
      ],
      'a refund of a payout that goes on': [
        EVENT,
        ({ queued }) => bareEventSql(queued, { reason_code: `'expired'` }),
      ],
      'an expiry in the name of a person': [
        NO_RIGHT,
        () => changed(EXPIRE, { step: { actor_kind: `'staff'`, actor_id: `'ayse'`, actor: `'ayse'` } }),
      ],
      'an approval by a job': [NO_RIGHT, () => changed(EXPIRE, { step: { trigger: `'approve'` } })],
      'an expiry that is not told': [MOVE, () => moveSql({ ...EXPIRE, event: undefined })],
      'a feed that skips a number': [FEED, () => changed(EXPIRE, { feed: 'f.last_no + 3' })],
    },
  },
  {
    honest: ({ frozen, enabled }) => moveSql(accountChanged(frozen, enabled)),
    of: ({ onFrozen }) => onFrozen,
    forgeries: {
      'a move that the history does not show': [
        MOVE,
        ({ frozen, enabled, open }) =>
          changed(accountChanged(frozen, enabled), { step: { transaction_id: `'${open}'` } }),
      ],
      'a move as an expiry': [
        MOVE,
        ({ frozen, enabled }) => changed(accountChanged(frozen, enabled), { step: { trigger: `'expire'` } }),
      ],
      'a move to the account it was on': [NO_RIGHT, ({ frozen }) => moveSql(accountChanged(frozen, frozen))],
      'a step without a move': [
        STEP,
        bareStep({ trigger: `'account_changed'`, actor_kind: `'system'`, actor: `'freeze'` }),
      ],
    },
  },
];

function stolenBy(
  what: string,
  move: Move,
  added: (house: House) => StepTransfer[] = () => [],
): Record<string, readonly [string | RegExp, Statement]> {
  return Object.fromEntries(
    Object.entries(STOLEN).flatMap(([way, transfersOf]) =>
      KINDS_OF_DIFFERENCES.map((kind) => [
        `${what}, as ${kind}: ${way}`,
        [
          TRANSFER,
          (house: House) => postingSql(move, [...added(house), ...transfersOf(kind)(house)]),
        ] as const,
      ]),
    ),
  );
}

const corrected =
  ({ bank = bankOf, cents = 9_700 }: { bank?: Subject; cents?: number } = {}): ((
    house: House,
  ) => StepTransfer[]) =>
  (house) => [
    {
      kind: 'deposit_corrected',
      debit: accountSql('partner_balance', house.partner),
      credit: bank(house),
      cents,
    },
    {
      kind: 'deposit_corrected',
      debit: accountSql('partner_commission', house.partner),
      credit: bank(house),
      cents: 300,
    },
  ];

const DOORS = { vezne_console: 'staff', vezne_admin: 'command_line' } as const;

function casesOfPeople(role: keyof typeof DOORS): Case[] {
  const [own, foreign] = [`'${DOORS[role]}'`, role === 'vezne_console' ? `'command_line'` : `'staff'`];
  const by = approval(DOORS[role]);
  return [
    {
      honest: () => approvalSql(by),
      of: ({ waiting }) => waiting,
      forgeries: {
        'an approval told with more than was paid': [
          EVENT,
          () => approvedWith(by, { event: { player_amount_cents: '999999999999' } }),
        ],
        'an approval through another door': [
          NO_RIGHT,
          () => approvedWith(by, { step: { actor_kind: foreign } }),
        ],
        'an approval by two people of whom none confirmed': [
          STEP,
          () => approvedWith(by, { step: { asked_by: `'mehmet'`, asked_by_id: `'mehmet'` } }),
        ],
        'an approval as a rejection': [MOVE, () => approvedWith(by, { step: { trigger: `'reject'` } })],
        'a transfer of more than the deposit': [
          /^ledger_/,
          () => approvedWith(by, { transfer: { amount_cents: 'posted.cents + 1' } }),
        ],
        'a transfer with a number that nobody was given': [
          'ledger_transfer_has_its_number',
          ({ approved }) => bareTransfer(approved).replace(`nextval('ledger_transfer_id')`, '1000000'),
        ],
        'a second transfer for a deposit that was posted': [
          TRANSFER,
          ({ approved }) => bareTransfer(approved),
        ],
        'an entry more for a transfer that has its two': [ENTRY, ({ approved }) => bareEntry(approved)],
        'a balance without its entry': [
          /^ledger_(transfer|account)_/,
          () => approvedWith(by, { entries: `numbered.kind <> 'partner_balance'` }),
        ],
        'a balance that is higher than its entries': [
          BALANCE,
          () => approvedWith(by, { account: { balance_cents: 'last.balance_after_cents + 1' } }),
        ],
        'a balance that stays': [
          BALANCE,
          () =>
            approvedWith(by, { account: { balance_cents: 'a.balance_cents', entry_count: 'a.entry_count' } }),
        ],
        'an entry that does not follow from the one before': [
          BALANCE,
          () => approvedWith(by, { entry: { balance_after_cents: 'numbered.balance_after_cents + 1' } }),
        ],
        'an entry of another amount than its transfer': [
          BALANCE,
          () => approvedWith(by, { entry: { amount_cents: 'numbered.cents + 1' } }),
        ],
        'an entry with a number of the future': [
          BALANCE,
          () => approvedWith(by, { entry: { entry_no: 'numbered.entry_no + 100' } }),
        ],
        'a balance moved by hand': [
          BALANCE,
          () =>
            `update ledger_account set balance_cents = balance_cents + 100000 where kind = 'partner_balance' and entry_count > 0 and $1::uuid is not null`,
        ],
        'a deposit that is approved again': [
          MOVE,
          ({ approved }) =>
            approvalSql({ ...by, event: undefined, where: `id = '${approved}' and $1::uuid is not null` }),
        ],
        'an approval that the partner does not hear of': [
          MOVE,
          () => approvalSql({ ...by, event: undefined }),
        ],
        'a holding reason without a step': [
          MOVE,
          () =>
            `update transaction set held_until = now() + interval '1 day', hold_reason = 'bank_down' where id = $1`,
        ],
        'an amount changed after the approval': [
          MOVE,
          ({
            approved,
          }) => `update transaction set actual_amount_cents = 200000, commission_cents = 6000, net_amount_cents = 194000,
             player_amount_cents = 194000, balance_impact_cents = 194000 where id = '${approved}' and $1::uuid is not null`,
        ],
        'a deposit that no partner has asked for': [
          NO_RIGHT,
          ({ columns }) => createSql({ columns, step: { actor_kind: own, actor_id: `'ayse'` } }),
        ],
        'the word of a player': [
          NO_RIGHT,
          ({ open }) =>
            `${changed(CONFIRM_SENT, {})} where exists (select from transaction where id = '${open}')`.replace(
              'id = $1',
              `id = '${open}' and $1::uuid is not null`,
            ),
        ],
      },
    },
    ...(['hold', 'unhold'] as const).map((trigger): Case => ({
      honest: () => moveSql(holding(trigger, DOORS[role])),
      of: ({ waiting }) => waiting,
      forgeries: stolenBy(`money on a step "${trigger}"`, holding(trigger, DOORS[role])),
    })),
    {
      honest: (house) => postingSql(correction(DOORS[role]), corrected()(house)),
      of: ({ approved }) => approved,
      forgeries: {
        'a correction that takes more than the difference': [
          TRANSFER,
          (house) => postingSql(correction(DOORS[role]), corrected({ cents: 9_800 })(house)),
        ],
        'a correction that takes it from another bank account': [
          TRANSFER,
          (house) =>
            postingSql(
              correction(DOORS[role]),
              corrected({ bank: ({ frozen }) => accountSql('bank', frozen) })(house),
            ),
        ],
        ...stolenBy('a right correction and something besides', correction(DOORS[role]), corrected()),
      },
    },
    {
      honest: () => operationSql({}),
      of: () => randomUUID(),
      forgeries: {
        'an operation that posts another amount': [
          /^ledger_/,
          () => operationSql({ transfer: { amount_cents: '200' } }),
        ],
        'an operation that posts as another kind': [
          /^ledger_/,
          () => operationSql({ transfer: { kind: `'adjusted'` } }),
        ],
        'an operation that posts between other accounts': [
          /^ledger_/,
          () =>
            operationSql({
              operation: { kind: `'internal_transfer_sent'` },
              transfer: { kind: `'internal_transfer_sent'` },
            }),
        ],
        'an operation at another bank account': [
          /^ledger_/,
          () =>
            operationSql({
              operation: {
                bank_account_id: `(select id from bank_account where id <> bank.bank_account_id limit 1)`,
              },
            }),
        ],
        'an operation of yesterday': [
          NO_RIGHT,
          () => operationSql({ operation: { at: `now() - interval '1 day'` } }),
        ],
        'an operation that a second person has not confirmed': [
          NO_RIGHT,
          () => operationSql({ operation: { confirmed_by: `'mehmet'`, confirmed_by_id: `'mehmet'` } }),
        ],
        'an operation with one side': [
          /^ledger_/,
          () =>
            operationSql({
              credit: { account_id: `(select id from ledger_account where kind = 'in_transit')` },
            }),
        ],
      },
    },
    {
      honest: () => auditSql({ actor_kind: own }),
      of: ({ approved }) => approved,
      forgeries: {
        'an audit entry through another door': [NO_RIGHT, () => auditSql({ actor_kind: foreign })],
        'an audit entry of yesterday': [
          NO_RIGHT,
          () => auditSql({ actor_kind: own, at: `now() - interval '1 day'` }),
        ],
        'an audit entry that is sealed already': [
          NO_RIGHT,
          () => auditSql({ actor_kind: own, seal_no: '1' }),
        ],
        'an audit entry with a number of its own': [
          NO_RIGHT,
          () =>
            auditSql({ actor_kind: own, id: '999' }).replace(') select', ') overriding system value select'),
        ],
      },
    },
    {
      honest: () => askSql({ asked_by_kind: own }),
      of: () => randomUUID(),
      forgeries: {
        'a request that is confirmed from the start': [
          NO_RIGHT,
          () =>
            askSql({
              asked_by_kind: own,
              status: `'confirmed'`,
              decided_by: `'mehmet'`,
              decided_by_id: `'mehmet'`,
              decided_at: 'now()',
            }),
        ],
        'a request asked an hour ago': [
          NO_RIGHT,
          () => askSql({ asked_by_kind: own, asked_at: `now() - interval '1 hour'` }),
        ],
        'a request through another door': [NO_RIGHT, () => askSql({ asked_by_kind: foreign })],
        'a request by nobody': [NO_RIGHT, () => askSql({ asked_by_kind: 'null', asked_by_id: 'null' })],
        'a request that does not say what it changes': [
          NO_RIGHT,
          () => askSql({ asked_by_kind: own, after: 'null' }),
        ],
      },
    },
    {
      honest: () => confirmSql({ decided_by_kind: own }),
      of: ({ requests }) => requests[role],
      forgeries: {
        'a request confirmed by the one who asked': [
          'second_person_request_names',
          () => confirmSql({ decided_by_kind: own, decided_by_id: `'ayse'`, decided_by: `'Ayse '` }),
        ],
        'a request confirmed in the past': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: own, decided_at: `now() - interval '1 second'` }),
        ],
        'a request confirmed through another door': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: foreign }),
        ],
        'a request confirmed with another content': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: own, details: `'{"amount": "1.00"}'` }),
        ],
        'a request that asks for something else afterwards': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: own, after: `'{"amount": "1.00"}'` }),
        ],
      },
    },
  ];
}

const CASES: Readonly<Partial<Record<ProcessRole, readonly Case[]>>> = {
  vezne_api: API_CASES,
  vezne_worker: WORKER_CASES,
  vezne_console: casesOfPeople('vezne_console'),
  vezne_admin: casesOfPeople('vezne_admin'),
};

/** Runs a statement in a transaction that is never committed. */
async function tried(pool: pg.Pool, text: string, subject: string): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await client.query(text, [subject]);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

interface Refusal {
  code?: string;
  constraint?: string;
  message: string;
}

function isRefusedBy(error: Refusal, rule: string | RegExp): boolean {
  if (rule === NO_RIGHT) return error.code === NO_RIGHT;
  return typeof rule === 'string' ? error.constraint === rule : rule.test(error.constraint ?? '');
}

suite('what a process that was taken over writes with its own role', () => {
  let count = 0;
  test('is refused, and the honest statement that it was made of passes', async (t) => {
    const house = await openForgersHouse(t);
    for (const [role, cases] of Object.entries(CASES)) {
      const pool = house.pools[role as ProcessRole];
      for (const { honest, of, forgeries } of cases) {
        const subject = of(house);
        await t.test(`${role}: ${Object.keys(forgeries)[0]}, honestly`, async () => {
          const { rowCount } = await tried(pool, String(honest(house)), subject);
          assert.equal(rowCount, 1);
        });
        for (const [what, [rule, forged]] of Object.entries(forgeries)) {
          count += 1;
          await t.test(`${role}: ${what}`, async () => {
            const text = String(forged(house));
            await assert.rejects(tried(pool, text, subject), (error: Refusal) => {
              assert.ok(isRefusedBy(error, rule), `${error.code} ${error.constraint}: ${error.message}`);
              return true;
            });
          });
        }
      }
    }
  });

  test('in more than 40 ways', () => assert.ok(count >= 40, String(count)));
});

/** Texts that the worker writes of deliveries. None of them is sent: a body is made of the event when it is read. */
const TEXTS_OF_DELIVERIES = [
  'living_process.kind',
  'webhook_attempt.answer_start',
  'webhook_attempt.error',
  'webhook_delivery.external_reference',
  'webhook_delivery.state',
  'webhook_test.answer_start',
  'webhook_test.error',
];

test('the worker writes no body that a partner is told, and no role changes what an event says', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows: texts } = await owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and (table_name like 'webhook\\_%' or table_name = 'living_process')
       and data_type not in ('uuid', 'integer', 'bigint', 'boolean', 'timestamp with time zone')
       and (has_column_privilege('vezne_worker', table_name, column_name, 'insert')
         or has_column_privilege('vezne_worker', table_name, column_name, 'update'))
     order by 1`,
  );
  assert.deepEqual(
    texts.map(({ name }) => name),
    TEXTS_OF_DELIVERIES,
  );
  const { rows: rights } = await owner.query<{ columns: number; mayChange: string[] }>(
    `select count(*)::int4 as columns, coalesce(array_agg(role || ' ' || column_name) filter (
       where has_column_privilege(role, 'event', column_name, 'update')
     ), '{}') as "mayChange"
     from information_schema.columns, unnest($1::text[]) as role where table_schema = 'public' and table_name = 'event'`,
    [PROCESS_ROLES],
  );
  assert.ok((rights[0]?.columns ?? 0) >= 15 * PROCESS_ROLES.length, 'The catalogue was read.');
  assert.deepEqual(rights[0]?.mayChange, []);
});
