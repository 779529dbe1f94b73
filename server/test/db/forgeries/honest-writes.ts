/**
 * What the processes write, as statements whose every value can be replaced: an honest one passes, and a forgery is the same with one
 * value changed. So a refusal is never a mistake in the SQL of a test.
 */

/** Columns with the expressions that they get. */
export type Values = Readonly<Record<string, string>>;

export interface Move {
  /** What the transaction gets, beside the next number of its steps. */
  set: Values;
  step: Values;
  /** What the partner is told, if it is. */
  event?: Values | undefined;
  feed?: string | undefined;
  where?: string;
}

/** Amounts of a rejected transaction. */
export const NOTHING: Values = {
  commission_cents: '0',
  net_amount_cents: `case type when 'deposit' then 0 end`,
  player_amount_cents: '0',
  balance_impact_cents: '0',
};

const STEP: Values = {
  transaction_id: 'moved.id',
  step_no: 'moved.step_count',
  status: 'moved.status',
  stage: 'moved.stage',
};

const EVENT: Values = {
  id: 'gen_random_uuid()',
  partner_id: 'moved.partner_id',
  transaction_id: 'moved.id',
  step_no: 'moved.step_count',
  feed_no: 'feed.last_no',
  type: `moved.type || '.' || moved.status`,
  status: 'moved.status',
  external_reference: 'moved.external_reference',
  original_transaction_id: 'moved.original_transaction_id',
  reference_code: 'moved.reference_code',
  currency: 'moved.currency',
  amount_cents: 'moved.amount_cents',
  actual_amount_cents: 'moved.actual_amount_cents',
  commission_cents: 'moved.commission_cents',
  net_amount_cents: 'moved.net_amount_cents',
  player_amount_cents: `case when moved.type = 'withdrawal' and moved.status = 'rejected' then moved.amount_cents else moved.player_amount_cents end`,
  balance_impact_cents: 'moved.balance_impact_cents',
  reason_code: 'moved.reason_code',
};

export function insertSql(table: string, values: Values, from: string): string {
  return `insert into ${table} (${Object.keys(values).join(', ')}) select ${Object.values(values).join(', ')} ${from}`;
}

function assignments(values: Values): string {
  return Object.entries(values)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
}

/** The parts of a statement that moves transaction $1, by name; `moved` is the row afterwards. */
export function movedParts({ set, step, event, feed = 'f.last_no + 1', where = 'id = $1' }: Move): string[] {
  const told = event && [
    `feed as (update event_feed f set last_no = ${feed} from moved where f.partner_id = moved.partner_id returning f.last_no)`,
    `told as (${insertSql('event', { ...EVENT, ...event }, 'from moved, feed')})`,
  ];
  return [
    `moved as (update transaction set ${assignments({ step_count: 'step_count + 1', ...set })} where ${where} returning *)`,
    `step as (${insertSql('transaction_step', { ...STEP, ...step }, 'from moved')})`,
    ...(told ?? []),
  ];
}

export function moveSql(move: Move): string {
  return `with ${movedParts(move).join(', ')} select id from moved`;
}

/** A partner takes a transaction back, through the api. */
export const CANCEL: Move = {
  set: {
    status: `'rejected'`,
    stage: 'null',
    reason_code: `'partner_cancelled'`,
    decided_at: 'now()',
    ...NOTHING,
  },
  step: { trigger: `'cancel'`, actor_kind: `'partner'`, actor: 'moved.partner_id::text' },
  event: {},
};

/** A player presses the button. */
export const CONFIRM_SENT: Move = {
  set: { status: `'waiting_confirmation'` },
  step: { trigger: `'confirm_sent'`, actor_kind: `'player'`, actor: `'player'` },
};

/** The worker lets a deposit expire. */
export const EXPIRE: Move = {
  set: { status: `'rejected'`, reason_code: `'expired'`, decided_at: 'now()', ...NOTHING },
  step: { trigger: `'expire'`, actor_kind: `'system'`, actor: `'expiry'` },
  event: {},
};

/** The worker moves a deposit away from a frozen account. */
export function accountChanged(from: string, to: string): Move {
  return {
    set: { bank_account_id: `'${to}'`, previous_bank_account_id: `'${from}'` },
    step: { trigger: `'account_changed'`, actor_kind: `'system'`, actor: `'freeze'` },
  };
}

/** Money as an approval posts it: $1 is a deposit that waits, and was paid as asked. */
export interface Approval extends Move {
  /** Of each transfer: net to the partner's balance, commission to its own account. */
  transfer?: Values;
  entry?: Values;
  account?: Values;
  /** Which entries are written. */
  entries?: string;
}

const TRANSFER: Values = {
  id: 'posted.transfer_id',
  kind: `'deposit_approved'`,
  transaction_id: 'posted.id',
  step_no: 'posted.step_count',
  position: 'posted.position',
  debit_account_id: 'posted.debit_id',
  credit_account_id: 'posted.credit_id',
  amount_cents: 'posted.cents',
};
const ENTRY: Values = {
  account_id: 'numbered.account_id',
  entry_no: 'numbered.entry_no',
  transfer_id: 'numbered.transfer_id',
  amount_cents: 'numbered.cents',
  balance_after_cents: 'numbered.balance_after_cents',
};

/** Somebody approves a deposit. The role says by which door they come. */
export function approval(actorKind: 'staff' | 'command_line'): Approval {
  return {
    set: { status: `'approved'`, decided_at: 'now()', actual_amount_cents: 'amount_cents' },
    step: { trigger: `'approve'`, actor_kind: `'${actorKind}'`, actor_id: `'ayse'`, actor: `'ayse'` },
    event: {},
  };
}

export function approvalSql({ transfer, entry, account, entries = 'true', ...move }: Approval): string {
  const balance = { balance_cents: 'last.balance_after_cents', entry_count: 'last.entry_no', ...account };
  return `with ${movedParts(move).join(', ')},
    posted as materialized (
      select nextval('ledger_transfer_id') as transfer_id, moved.id, moved.step_count, share.position, bank.id as debit_id,
        owed.id as credit_id, share.cents
      from moved cross join lateral (values
          (1, 'partner_balance', moved.net_amount_cents), (2, 'partner_commission', moved.commission_cents)
        ) as share (position, kind, cents)
        join ledger_account bank on bank.kind = 'bank' and bank.bank_account_id = moved.bank_account_id
        join ledger_account owed on owed.kind = share.kind and owed.partner_id = moved.partner_id
    ), transfer as (${insertSql('ledger_transfer', { ...TRANSFER, ...transfer }, 'from posted')}),
    numbered as materialized (
      select side.account_id, a.entry_count + row_number() over in_order as entry_no, posted.transfer_id, posted.cents, a.kind,
        (a.balance_cents + sum(posted.cents) over in_order)::int8 as balance_after_cents
      from posted cross join lateral (values (posted.debit_id), (posted.credit_id)) as side (account_id)
        join ledger_account a on a.id = side.account_id
      window in_order as (partition by side.account_id order by posted.position rows unbounded preceding)
    ), entry as (${insertSql('ledger_entry', { ...ENTRY, ...entry }, `from numbered where ${entries}`)}),
    balance as (
      update ledger_account a set ${assignments(balance)}
      from (select distinct on (account_id) * from numbered order by account_id, entry_no desc) as last
      where last.account_id = a.id
    ) select id from moved`;
}

/** A transfer of a step; the accounts are expressions that give their ids. */
export interface StepTransfer {
  kind: string;
  debit: string;
  credit: string;
  cents: number;
  refused?: string | undefined;
}

/** The id of an account, by its kind and whose it is. */
export function accountSql(kind: string, ownerId?: string): string {
  const owner = ownerId === undefined ? '' : ` and '${ownerId}' in (partner_id, bank_account_id)`;
  return `(select id from ledger_account where kind = '${kind}'${owner})`;
}

/** A step of transaction $1 with any transfers, whose entries, balances and movements at banks agree with each other. */
export function postingSql(move: Move, transfers: readonly StepTransfer[]): string {
  const planned = transfers.map(
    ({ kind, debit, credit, cents, refused }, index) =>
      `(${index + 1}, '${kind}', ${debit}, ${credit}, ${cents}::int8, ${refused === undefined ? 'null' : `'${refused}'`}::uuid)`,
  );
  return `with ${movedParts(move).join(', ')},
    posted as materialized (
      select nextval('ledger_transfer_id') as transfer_id, moved.id, moved.step_count, planned.*
      from moved cross join (values ${planned.join(', ')}) as planned (position, kind, debit_id, credit_id, cents, refused)
    ), transfer as (
      insert into ledger_transfer (id, kind, transaction_id, step_no, position, debit_account_id, credit_account_id, amount_cents,
        refused_transaction_id)
      select transfer_id, kind, id, step_count, position, debit_id, credit_id, cents, refused from posted
    ), side as materialized (
      select a.id as account_id, a.bank_account_id, a.kind, posted.position, posted.transfer_id, a.entry_count, a.balance_cents,
        case when (a.id = debit_id) = grows_by_debit(a.kind) then cents else -cents end as cents
      from posted join ledger_account a on a.id in (debit_id, credit_id)
    ), numbered as materialized (
      select account_id, entry_count + row_number() over in_order as entry_no, transfer_id, cents,
        (balance_cents + sum(cents) over in_order)::int8 as balance_after_cents
      from side window in_order as (partition by account_id order by position rows unbounded preceding)
    ), entry as (
      insert into ledger_entry (account_id, entry_no, transfer_id, amount_cents, balance_after_cents) select * from numbered
    ), balance as (
      update ledger_account a set balance_cents = last.balance_after_cents, entry_count = last.entry_no
      from (select distinct on (account_id) * from numbered order by account_id, entry_no desc) as last
      where last.account_id = a.id
    ), movement as (
      insert into bank_movement (bank_account_id, amount_cents, transaction_id, step_no)
      select side.bank_account_id, sum(side.cents), moved.id, moved.step_count from side, moved
      where side.kind = 'bank' group by side.bank_account_id, moved.id, moved.step_count having sum(side.cents) <> 0
    ) select id from moved`;
}

/** Somebody holds a deposit that waits, or lets it go: nothing moves. */
export function holding(trigger: 'hold' | 'unhold', actorKind: 'staff' | 'command_line'): Move {
  const held = { held_until: `now() + interval '1 day'`, hold_reason: `'bank_down'` };
  return {
    set: trigger === 'hold' ? held : { held_until: 'null', hold_reason: 'null' },
    step: { trigger: `'${trigger}'`, actor_kind: `'${actorKind}'`, actor_id: `'ayse'`, actor: `'ayse'` },
  };
}

/** Somebody corrects an approved deposit of 1000.00 to 900.00, of which 3 % is commission. */
export function correction(actorKind: 'staff' | 'command_line'): Move {
  return {
    set: {
      actual_amount_cents: '90000',
      commission_cents: '2700',
      net_amount_cents: '87300',
      player_amount_cents: '87300',
      balance_impact_cents: '87300',
      corrected_at: 'now()',
    },
    step: { trigger: `'correct'`, actor_kind: `'${actorKind}'`, actor_id: `'ayse'`, actor: `'ayse'` },
    event: { type: `'deposit.corrected'` },
  };
}

const OPERATION: Values = {
  id: '$1::uuid',
  kind: `'bank_fee_charged'`,
  bank_account_id: 'bank.bank_account_id',
  amount_cents: '100',
  actor: `'ayse'`,
  actor_id: `'ayse'`,
  note: `'monthly'`,
};

export interface Operation {
  operation?: Values;
  transfer?: Values;
  debit?: Values;
  credit?: Values;
}

/** A bank charges 1.00, as operation $1. */
export function operationSql({ operation, transfer, debit, credit }: Operation): string {
  const side = (account: string, sign: string, changes: Values | undefined): string =>
    insertSql(
      'ledger_entry',
      {
        account_id: `${account}.id`,
        entry_no: `${account}.entry_count + 1`,
        transfer_id: 'posted.id',
        amount_cents: `${sign}100`,
        balance_after_cents: `${account}.balance_cents ${sign} 100`,
        ...changes,
      },
      `from ${account}, posted`,
    );
  const moved = (account: string, sign: string): string =>
    `update ledger_account a set balance_cents = a.balance_cents ${sign} 100, entry_count = a.entry_count + 1
     from ${account} where a.id = ${account}.id`;
  const values = {
    id: 'posted.id',
    kind: `'bank_fee_charged'`,
    operation_id: '$1::uuid',
    position: '1',
    debit_account_id: 'fees.id',
    credit_account_id: 'bank.id',
    amount_cents: '100',
    ...transfer,
  };
  return `with bank as (select * from ledger_account where kind = 'bank' and balance_cents > 0 limit 1),
    fees as (select * from ledger_account where kind = 'bank_fees'),
    posted as materialized (select nextval('ledger_transfer_id') as id),
    operation as (${insertSql('ledger_operation', { ...OPERATION, ...operation }, 'from bank')}),
    transfer as (${insertSql('ledger_transfer', values, 'from posted, fees, bank')}),
    debited as (${side('fees', '+', debit)}), credited as (${side('bank', '-', credit)}),
    raised as (${moved('fees', '+')}), lowered as (${moved('bank', '-')})
    select id from posted`;
}

const REQUEST: Values = {
  id: '$1::uuid',
  action: `'deposit.correct'`,
  subject_type: `'transaction'`,
  subject_id: '$1::text',
  before: `'{}'`,
  after: `'{}'`,
  details: `'{}'`,
  fingerprint: `'f'`,
  asked_by_id: `'ayse'`,
  asked_by: `'ayse'`,
};

export function askSql(values: Values): string {
  return insertSql('second_person_request', { ...REQUEST, ...values }, '');
}

/** Somebody else agrees to request $1. */
export function confirmSql(values: Values): string {
  const confirmed = {
    status: `'confirmed'`,
    decided_by_id: `'mehmet'`,
    decided_by: `'mehmet'`,
    decided_at: 'now()',
    ...values,
  };
  return `update second_person_request set ${assignments(confirmed)} where id = $1`;
}

export function auditSql(values: Values): string {
  const entry = {
    actor_id: `'ayse'`,
    actor: `'ayse'`,
    action: `'deposit.approve'`,
    subject_type: `'transaction'`,
    subject_id: '$1::text',
  };
  return insertSql('audit_entry', { ...entry, ...values }, '');
}

/** A partner creates a transaction like $1. Columns that are not named are copied. */
export function createSql({
  row = {},
  step = {},
  columns,
}: {
  row?: Values;
  step?: Values;
  columns: readonly string[];
}): string {
  const copied = Object.fromEntries(columns.map((column) => [column, `like_it.${column}`]));
  const values = {
    ...copied,
    id: 'gen_random_uuid()',
    external_reference: `'forged-' || gen_random_uuid()`,
    created_at: 'now()',
    ...row,
  };
  const first = {
    ...STEP,
    step_no: '1',
    trigger: `'create'`,
    actor_kind: `'partner'`,
    actor: 'moved.partner_id::text',
    ...step,
  };
  return `with moved as (${insertSql('transaction', values, 'from transaction like_it where id = $1')} returning *),
    step as (${insertSql('transaction_step', first, 'from moved')}) select id from moved`;
}

/** An event that nothing has happened for: the refund of a withdrawal that goes on, of any amount. */
export function bareEventSql(
  of: string,
  { reason_code = `'partner_cancelled'`, amount_cents = 't.amount_cents' }: Values,
): string {
  return `with feed as (update event_feed f set last_no = last_no + 1 from transaction t where t.id = '${of}' and f.partner_id = t.partner_id)
    insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, currency, amount_cents,
      commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents, reason_code)
    select gen_random_uuid(), t.partner_id, t.id, t.step_count, f.last_no + 1, 'withdrawal.rejected', 'rejected', t.external_reference,
      t.currency, ${amount_cents}, 0, null, ${amount_cents}, 0, ${reason_code}
    from transaction t join event_feed f on f.partner_id = t.partner_id where t.id = '${of}' and $1::uuid is not null`;
}
