-- What partners are told. A row is written in the transaction of the decision it tells of, and never changes.
create table event (
  id uuid primary key,
  partner_id uuid not null references partner,
  transaction_id uuid not null,
  type text not null,
  -- The transaction as it stood at that moment: it may be decided again, as when a bank sends a payout back.
  status text not null,
  external_reference text not null,
  original_transaction_id uuid,
  reference_code text,
  currency text not null,
  amount_cents int8 not null,
  actual_amount_cents int8,
  commission_cents int8 not null,
  net_amount_cents int8,
  -- What the partner is to credit: for a rejected withdrawal that is the refund.
  player_amount_cents int8 not null,
  balance_impact_cents int8 not null,
  reason_code text,
  occurred_at timestamptz not null default now(),
  constraint event_transaction foreign key (partner_id, transaction_id) references transaction (partner_id, id),
  -- Each outcome of a transaction is told once.
  constraint event_once unique (transaction_id, type),
  constraint event_type check (type in ('deposit.approved', 'deposit.rejected', 'withdrawal.approved', 'withdrawal.rejected')),
  constraint event_status check (status = split_part(type, '.', 2)),
  constraint event_player_amount check (
    player_amount_cents >= 0 and (type <> 'withdrawal.rejected' or player_amount_cents = amount_cents)
  ),
  constraint event_reason check ((status = 'rejected') = (reason_code is not null))
);
create index event_partner_list on event (partner_id, id);

alter table event enable row level security;
create policy own_rows on event for select to vezne_portal using (partner_id = portal_partner_id());
create policy all_rows on event to vezne_api, vezne_console, vezne_worker, vezne_admin using (true) with check (true);

grant select, insert on event to vezne_api;
grant select on event to vezne_admin, vezne_portal;

-- A partner cancels through the api process, which so needs to reject. Row-level security holds it to that: out of a
-- waiting state, into a cancellation. It cannot approve anything, and amounts and identity are not in the grant.
create policy cancellations on transaction for update to vezne_api
  using (case type when 'deposit' then status = 'waiting_payment' else stage is not distinct from 'queued' end)
  with check (status = 'rejected' and reason_code = 'partner_cancelled');
grant update (
  status, stage, reason_code, decided_at, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents
) on transaction to vezne_api;
