-- Deposits and withdrawals share a table: they share identity, references, money columns, lists and the ledger.
create table transaction (
  id uuid primary key,
  partner_id uuid not null references partner,
  type text not null,
  status text not null,
  -- Where a withdrawal stands inside waiting_confirmation; partners never see it.
  stage text,
  external_reference text not null,
  -- Late or repeated money becomes a transaction of its own that points at the first one of its reference.
  original_transaction_id uuid,

  currency text not null,
  amount_cents int8 not null,
  actual_amount_cents int8,
  commission_cents int8 not null,
  net_amount_cents int8,
  player_amount_cents int8 not null,
  balance_impact_cents int8 not null,
  -- The terms that held at creation.
  commission_basis_points int4 not null,
  commission_fixed_cents int8 not null,
  settlement_mode text not null,

  customer_id text not null,
  customer_username text not null,
  customer_full_name text not null,
  customer_email text,

  -- Deposits: the account the player pays to. Withdrawals: the account that pays, once it is recorded.
  bank_account_id uuid references bank_account,
  -- The account that was shown before a freeze moved this deposit to another.
  previous_bank_account_id uuid references bank_account,
  reference_code text,
  redirect_url text,
  page_key_version int4,
  expires_at timestamptz,

  payout_bank_name text,
  payout_holder_name text,
  payout_iban text,

  reason_code text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,

  -- A partner's lists, newest first, by keyset; and what the original of late money must match, partner included.
  constraint transaction_of_partner unique (partner_id, id),
  constraint transaction_original foreign key (partner_id, original_transaction_id) references transaction (partner_id, id),
  constraint transaction_type check (type in ('deposit', 'withdrawal')),
  constraint transaction_status check (status in ('waiting_payment', 'waiting_confirmation', 'approved', 'rejected')),
  constraint transaction_stage check (
    case when type = 'withdrawal' and status = 'waiting_confirmation'
      then stage is not null and stage in ('queued', 'taken', 'authorised')
      else stage is null end
  ),
  constraint transaction_withdrawal_never_waits_for_payment check (type = 'deposit' or status <> 'waiting_payment'),
  constraint transaction_external_reference check (external_reference ~ '^[!-~]([ -~]{0,126}[!-~])?$'),
  constraint transaction_original_is_another check (original_transaction_id <> id),
  constraint transaction_currency check (currency = 'TRY'),
  constraint transaction_amount check (amount_cents between 1 and 999999999999),
  constraint transaction_actual_amount check (actual_amount_cents > 0),
  constraint transaction_actual_amount_of_deposits check (type = 'deposit' or actual_amount_cents is null),
  constraint transaction_terms check (
    commission_basis_points between 0 and 10000
    and commission_fixed_cents between 0 and 999999999999
    and settlement_mode in ('deduct_from_amount', 'fee_on_top')
  ),
  -- The money of a row follows from its amount and its terms, and a rejected row moves nothing. Commission rounds half up.
  constraint transaction_commission check (
    commission_cents = case when status = 'rejected' then 0 else
      (coalesce(actual_amount_cents, amount_cents) * commission_basis_points + 5000) / 10000 + commission_fixed_cents end
  ),
  constraint transaction_net_amount check (
    case
      when type = 'withdrawal' then net_amount_cents is null
      when net_amount_cents is null then false
      when status = 'rejected' then net_amount_cents = 0
      else net_amount_cents = coalesce(actual_amount_cents, amount_cents) - commission_cents and net_amount_cents > 0
    end
  ),
  constraint transaction_player_amount check (
    case
      when status = 'rejected' then player_amount_cents = 0
      when settlement_mode = 'fee_on_top' then player_amount_cents = coalesce(actual_amount_cents, amount_cents)
      else player_amount_cents = coalesce(actual_amount_cents, amount_cents) - commission_cents and player_amount_cents > 0
    end
  ),
  constraint transaction_balance_impact check (
    balance_impact_cents = case
      when status = 'rejected' then 0
      when type = 'deposit' then net_amount_cents
      when settlement_mode = 'fee_on_top' then -(amount_cents + commission_cents)
      else -amount_cents
    end
  ),
  constraint transaction_customer check (
    char_length(customer_id) between 1 and 64
    and char_length(customer_username) between 1 and 64
    and char_length(customer_full_name) between 1 and 128
    and char_length(customer_email) <= 254
  ),
  constraint transaction_deposit_fields check (
    type <> 'deposit' or (
      bank_account_id is not null and reference_code is not null and redirect_url is not null
      and page_key_version is not null and expires_at is not null
      and payout_bank_name is null and payout_holder_name is null and payout_iban is null
    )
  ),
  constraint transaction_withdrawal_fields check (
    type <> 'withdrawal' or (
      payout_bank_name is not null and payout_holder_name is not null and payout_iban is not null
      and reference_code is null and redirect_url is null and page_key_version is null and expires_at is null
      and customer_email is null
    )
  ),
  -- Approval without a recorded account is impossible, whoever writes it.
  constraint transaction_payout_account check (
    bank_account_id is not null or type = 'deposit' or status = 'rejected' or stage is not distinct from 'queued'
  ),
  constraint transaction_reference_code check (reference_code ~ '^[2-9ACDEFHJKMNPRTWX]{8}$'),
  constraint transaction_redirect_url check (redirect_url ~ '^https?://[!-~]+$' and char_length(redirect_url) <= 2048),
  constraint transaction_payout_account_fields check (
    char_length(payout_bank_name) between 1 and 64 and char_length(payout_holder_name) between 1 and 128
  ),
  constraint transaction_payout_iban check (payout_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and iban_checksum_holds(payout_iban)),
  constraint transaction_reason_code check (reason_code in (
    'no_money_seen', 'amount_mismatch', 'third_party_sender', 'duplicate', 'suspected_fraud', 'player_request',
    'partner_cancelled', 'expired', 'account_closed', 'payout_failed', 'payout_returned', 'other'
  )),
  constraint transaction_reason_of_rejection check ((status = 'rejected') = (reason_code is not null)),
  constraint transaction_decided_at check ((status in ('approved', 'rejected')) = (decided_at is not null))
);

-- One transaction for each reference of a partner: the anchor of every idempotent retry.
create unique index transaction_reference_key on transaction (partner_id, type, external_reference)
  where original_transaction_id is null;
create unique index transaction_reference_code_key on transaction (reference_code) where reference_code is not null;
create index transaction_by_original on transaction (original_transaction_id) where original_transaction_id is not null;

-- One small index for each queue, so that a queue page costs the same at ten million rows as at a thousand. The status
-- is in the predicate, not a column: with a column, a prepared statement's generic plan passed the index by.
create index transaction_deposits_to_confirm on transaction (id) where type = 'deposit' and status = 'waiting_confirmation';
create index transaction_withdrawals_to_confirm on transaction (id) where type = 'withdrawal' and status = 'waiting_confirmation';
create index transaction_deposits_to_expire on transaction (expires_at) where status = 'waiting_payment';
create index transaction_deposits_to_pay_by_account on transaction (bank_account_id) where status = 'waiting_payment';
-- A player's earlier transactions: the account a returning player is shown, and the operator's view of a player.
create index transaction_customer_list on transaction (partner_id, customer_id, id);
-- Reports over a period; 128 pages a range keep it a few kilobytes.
create index transaction_created_at on transaction using brin (created_at);

-- Every step of a transaction, append-only.
create table transaction_step (
  transaction_id uuid not null references transaction,
  step_no int4 not null check (step_no >= 1),
  trigger text not null,
  status text not null,
  stage text,
  actor_kind text not null,
  actor text not null check (char_length(actor) between 1 and 128),
  note text check (char_length(note) between 1 and 1024),
  at timestamptz not null default now(),
  primary key (transaction_id, step_no),
  constraint transaction_step_trigger check (trigger in (
    'create', 'confirm_sent', 'confirm_on_behalf', 'approve', 'reject', 'expire', 'cancel', 'take', 'release', 'authorise',
    'release_authorised', 'payout_returned', 'account_changed'
  )),
  constraint transaction_step_status check (status in ('waiting_payment', 'waiting_confirmation', 'approved', 'rejected')),
  constraint transaction_step_stage check (stage in ('queued', 'taken', 'authorised')),
  constraint transaction_step_actor check (actor_kind in ('partner', 'player', 'staff', 'system'))
);

-- A withdrawal whose creation has not been seen to reach the partner. The row is written with the withdrawal and removed
-- when the answer has left, so that a crash in between leaves the mark for operators to see.
create table unconfirmed_answer (
  transaction_id uuid primary key references transaction,
  created_at timestamptz not null default now()
);

-- Reference codes come from blocks of numbers: a process takes a block at a time, and no two take the same.
create sequence reference_code_block as int8 minvalue 0 start 0 no cycle;
