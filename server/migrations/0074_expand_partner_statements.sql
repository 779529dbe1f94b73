-- What a partner's people take away of their balance. Days are counted as their entries come, months are closed and numbered, and a worker makes
-- the files that people ask for. Days and months are those of Turkey, three hours ahead all year. The owner stands above these rules, as above
-- all others.

-- The balance of a partner at the end of each day that has entries, and how far they are counted: the last day grows, and the others stay.
-- An entry belongs to the day of its time, or to the last day before it in the books: who begins first may write last.
create table partner_day (
  partner_id uuid not null references partner,
  day date not null,
  opening_cents int8 not null,
  closing_cents int8 not null,
  -- Of `partner_balance`.
  last_entry_no int8 not null,
  primary key (partner_id, day),
  constraint partner_day_entry check (last_entry_no >= 1)
);

-- Each amount is what it does to the balance: payouts and commissions are below zero.
create table partner_day_sum (
  partner_id uuid not null,
  day date not null,
  kind text not null,
  movements int4 not null,
  gross_cents int8 not null,
  commission_cents int8 not null,
  net_cents int8 not null,
  primary key (partner_id, day, kind),
  constraint partner_day_sum_day foreign key (partner_id, day) references partner_day,
  constraint partner_day_sum_kind check (kind in (
    'deposit', 'correction', 'withdrawal', 'withdrawal_released', 'withdrawal_returned', 'top_up', 'settlement', 'adjustment'
  )),
  constraint partner_day_sum_movements check (movements >= 1),
  constraint partner_day_sum_net check (net_cents = gross_cents + commission_cents)
);

-- A month that is over. Nobody changes it: what is posted later belongs to a later month.
create table partner_month (
  partner_id uuid not null references partner,
  -- Its first day.
  month date not null,
  -- Counts the statements of a partner, without a gap.
  no int4 not null,
  -- As the partner was called: the file of a month is the same whenever it is made.
  partner_name text not null,
  -- Of `partner_balance` and of `partner_reserved`; the last is below the first where nothing was posted.
  first_entry_no int8 not null,
  last_entry_no int8 not null,
  reserved_first_entry_no int8 not null,
  reserved_last_entry_no int8 not null,
  movements int4 not null,
  opening_cents int8 not null,
  closing_cents int8 not null,
  reserved_opening_cents int8 not null,
  reserved_closing_cents int8 not null,
  closed_at timestamptz not null default now(),
  primary key (partner_id, month),
  constraint partner_month_number unique (partner_id, no),
  constraint partner_month_begins check (extract(day from month) = 1),
  constraint partner_month_no check (no >= 1),
  constraint partner_month_entries check (
    first_entry_no >= 1 and last_entry_no >= first_entry_no - 1
    and reserved_first_entry_no >= 1 and reserved_last_entry_no >= reserved_first_entry_no - 1
  ),
  constraint partner_month_movements check (movements between 0 and last_entry_no - first_entry_no + 1)
);

-- What was decided for a partner on a day that is over, as it was told then. People's first screen adds these up, and reads only what was
-- decided since. An event belongs to the day of its time, or to the day after the last one here: who begins first may write last.
create table partner_decided_day (
  partner_id uuid not null references partner,
  day date not null,
  -- Of its feed.
  last_feed_no int8 not null,
  deposits int4 not null,
  deposit_amount_cents int8 not null,
  deposit_commission_cents int8 not null,
  deposit_impact_cents int8 not null,
  withdrawals int4 not null,
  withdrawal_amount_cents int8 not null,
  withdrawal_commission_cents int8 not null,
  withdrawal_impact_cents int8 not null,
  primary key (partner_id, day),
  constraint partner_decided_day_event check (last_feed_no >= 1),
  constraint partner_decided_day_counts check (deposits >= 0 and withdrawals >= 0)
);

-- A file that somebody asks for. A worker fixes which entries it has when it takes it first, so that the next worker makes the same file.
create table partner_statement (
  id uuid primary key,
  partner_id uuid not null references partner,
  -- Null: of any days.
  month date,
  first_day date not null,
  last_day date not null,
  language text not null,
  format text not null,
  asked_by_id uuid not null,
  asked_at timestamptz not null default now(),
  state text not null default 'waiting',
  attempts int4 not null default 0,
  taken_until timestamptz,
  partner_name text,
  first_entry_no int8,
  last_entry_no int8,
  reserved_first_entry_no int8,
  reserved_last_entry_no int8,
  problem text,
  size_bytes int8,
  sha256 bytea,
  ended_at timestamptz,
  constraint partner_statement_asked_by foreign key (asked_by_id) references partner_person,
  -- Only a closed month has a number.
  constraint partner_statement_month foreign key (partner_id, month) references partner_month,
  constraint partner_statement_days check (last_day between first_day and first_day + 365),
  -- Nothing was before, and whoever asks for more wants to see what breaks.
  constraint partner_statement_calendar check (first_day >= '2020-01-01' and last_day < '2101-01-01'),
  constraint partner_statement_of_month check (first_day = month and last_day = (month + interval '1 month')::date - 1),
  constraint partner_statement_language check (language in ('tr', 'en')),
  constraint partner_statement_format check (format in ('pdf', 'xlsx', 'csv')),
  constraint partner_statement_state check (state in ('waiting', 'ready', 'failed')),
  constraint partner_statement_attempts check (attempts between 0 and 100),
  constraint partner_statement_fixed check (
    num_nonnulls(partner_name, first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no) in (0, 5)
    and first_entry_no >= 1 and last_entry_no >= first_entry_no - 1
    and reserved_first_entry_no >= 1 and reserved_last_entry_no >= reserved_first_entry_no - 1
  ),
  constraint partner_statement_ready check (
    num_nonnulls(size_bytes, sha256) = case state when 'ready' then 2 else 0 end and (state <> 'ready' or last_entry_no is not null)
  ),
  constraint partner_statement_failed check ((problem is not null) = (state = 'failed')),
  constraint partner_statement_problem check (problem in ('too_many_movements', 'not_made')),
  constraint partner_statement_ended check ((ended_at is not null) = (state <> 'waiting')),
  constraint partner_statement_size check (size_bytes >= 1),
  constraint partner_statement_sha256 check (octet_length(sha256) = 32)
) with (
  -- Few rows, and workers look for one all the time.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50
);
-- A press that comes twice asks once, and the file of a closed month is made once. A month and the period of its days are two wishes.
create unique index partner_statement_waiting_once on partner_statement (
  partner_id, first_day, last_day, language, format, (month is null)
) where state = 'waiting';
create unique index partner_statement_month_once on partner_statement (partner_id, month, language, format)
  where month is not null and state <> 'failed';
-- What workers look for, and what a partner's people see.
create index partner_statement_waiting on partner_statement (asked_at) where state = 'waiting';
create index partner_statement_of_partner on partner_statement (partner_id, asked_at);
-- What is forgotten.
create index partner_statement_asked on partner_statement (asked_at);

-- The bytes of a file, so many at a time, for it is never whole in memory.
create table partner_statement_chunk (
  statement_id uuid not null,
  no int4 not null,
  bytes bytea not null,
  primary key (statement_id, no),
  constraint partner_statement_chunk_of foreign key (statement_id) references partner_statement on delete cascade,
  constraint partner_statement_chunk_no check (no >= 1),
  constraint partner_statement_chunk_bytes check (octet_length(bytes) between 1 and 1048576)
);
-- Most of it is packed already.
alter table partner_statement_chunk alter column bytes set storage external;

-- The books have the balance at the end of a day, the day before ended where it begins, and what moved in it adds up. Looked at when all of it
-- is written.
create function hold_counted_days() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  counted public.partner_day;
  before public.partner_day;
begin
  if public.stands_above(tg_relid) then
    return null;
  end if;
  select * into counted from public.partner_day d where d.partner_id = new.partner_id and d.day = new.day;
  select * into before from public.partner_day d
    where d.partner_id = new.partner_id and d.day < new.day order by d.day desc limit 1;
  if (
    counted.opening_cents = coalesce(before.closing_cents, 0) and counted.last_entry_no > coalesce(before.last_entry_no, 0)
    and counted.closing_cents = (
      select e.balance_after_cents from public.ledger_account a join public.ledger_entry e on e.account_id = a.id
      where a.kind = 'partner_balance' and a.partner_id = new.partner_id and e.entry_no = counted.last_entry_no
    )
    and counted.closing_cents - counted.opening_cents = (
      select coalesce(sum(s.net_cents), 0) from public.partner_day_sum s where s.partner_id = new.partner_id and s.day = new.day
    )
    and coalesce((
      select next.opening_cents = counted.closing_cents from public.partner_day next
      where next.partner_id = new.partner_id and next.day > new.day order by next.day limit 1
    ), true)
    and not exists (
      select from public.partner_month m
      where m.partner_id = new.partner_id and m.month >= date_trunc('month', new.day::timestamp)::date
    )
  ) is not true then
    raise check_violation using constraint = 'partner_day_adds_up',
      message = format('What moved the balance of partner %s on %s has to add up, in a month that is not closed.', new.partner_id, new.day);
  end if;
  return null;
end
$$;
create constraint trigger partner_day_adds_up after insert or update on partner_day deferrable initially deferred
  for each row execute function hold_counted_days();
create constraint trigger partner_day_sum_adds_up after insert or update on partner_day_sum deferrable initially deferred
  for each row execute function hold_counted_days();

-- A day is added once, when it is over, after those before it, with exactly what its events say.
create function hold_decided_days() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  before public.partner_decided_day;
  ends timestamptz := (new.day + 1)::timestamp at time zone interval '3 hours';
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  select * into before from public.partner_decided_day d where d.partner_id = new.partner_id order by d.day desc limit 1;
  if (
    ends <= now()
    and new.day = (
      select greatest((e.occurred_at at time zone interval '3 hours')::date, before.day + 1) from public.event e
      where e.partner_id = new.partner_id and e.feed_no = coalesce(before.last_feed_no, 0) + 1
    )
    and coalesce((
      select e.occurred_at >= ends from public.event e where e.partner_id = new.partner_id and e.feed_no = new.last_feed_no + 1
    ), true)
    and (
      new.last_feed_no - coalesce(before.last_feed_no, 0), true,
      new.deposits, new.deposit_amount_cents, new.deposit_commission_cents, new.deposit_impact_cents,
      new.withdrawals, new.withdrawal_amount_cents, new.withdrawal_commission_cents, new.withdrawal_impact_cents
    ) = (
      select count(*), bool_and(e.occurred_at < ends),
        (count(*) filter (where e.type = 'deposit.approved'))::int4,
        coalesce(sum(coalesce(e.actual_amount_cents, e.amount_cents)) filter (where e.type = 'deposit.approved'), 0)::int8,
        coalesce(sum(e.commission_cents) filter (where e.type = 'deposit.approved'), 0)::int8,
        coalesce(sum(e.balance_impact_cents) filter (where e.type = 'deposit.approved'), 0)::int8,
        (count(*) filter (where e.type = 'withdrawal.approved'))::int4,
        coalesce(sum(e.player_amount_cents) filter (where e.type = 'withdrawal.approved'), 0)::int8,
        coalesce(sum(e.commission_cents) filter (where e.type = 'withdrawal.approved'), 0)::int8,
        coalesce(sum(e.balance_impact_cents) filter (where e.type = 'withdrawal.approved'), 0)::int8
      from public.event e
      where e.partner_id = new.partner_id and e.feed_no > coalesce(before.last_feed_no, 0) and e.feed_no <= new.last_feed_no
    )
  ) is not true then
    raise check_violation using constraint = 'partner_decided_day_follows',
      message = format('What was decided for partner %s on %s has to follow the day before, and say what its events say.', new.partner_id, new.day);
  end if;
  return new;
end
$$;
create trigger partner_decided_day_follows before insert on partner_decided_day
  for each row execute function hold_decided_days();

-- A month follows the one before and ends where its last day does; everything of it is counted; what is set aside is as the books say, with
-- each authorisation on the same side of both accounts.
create function hold_closed_months() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  before public.partner_month;
  ends timestamptz := (new.month + interval '1 month') at time zone interval '3 hours';
  balance int8;
  reserved int8;
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  select * into before from public.partner_month m where m.partner_id = new.partner_id order by m.month desc limit 1;
  select id into balance from public.ledger_account a where a.kind = 'partner_balance' and a.partner_id = new.partner_id;
  select id into reserved from public.ledger_account a where a.kind = 'partner_reserved' and a.partner_id = new.partner_id;
  if (
    ends <= now() and new.closed_at = now()
    and new.no = coalesce(before.no, 0) + 1
    and new.month = coalesce((before.month + interval '1 month')::date, (
      select date_trunc('month', p.created_at at time zone interval '3 hours')::date from public.partner p where p.id = new.partner_id
    ))
    and (new.first_entry_no, new.opening_cents) = (coalesce(before.last_entry_no, 0) + 1, coalesce(before.closing_cents, 0))
    and (new.reserved_first_entry_no, new.reserved_opening_cents)
      = (coalesce(before.reserved_last_entry_no, 0) + 1, coalesce(before.reserved_closing_cents, 0))
    and (new.last_entry_no, new.closing_cents) = coalesce((
      select (d.last_entry_no, d.closing_cents) from public.partner_day d
      where d.partner_id = new.partner_id and d.day < (new.month + interval '1 month')::date order by d.day desc limit 1
    ), (0::int8, 0::int8))
    and new.movements = (
      select coalesce(sum(s.movements), 0) from public.partner_day_sum s
      where s.partner_id = new.partner_id and s.day >= new.month and s.day < (new.month + interval '1 month')::date
    )
    and coalesce((
      select t.at >= ends from public.ledger_entry e join public.ledger_transfer t on t.id = e.transfer_id
      where e.account_id = balance and e.entry_no = new.last_entry_no + 1
    ), true)
    and new.reserved_closing_cents = case new.reserved_last_entry_no when 0 then 0 else (
      select e.balance_after_cents from public.ledger_entry e where e.account_id = reserved and e.entry_no = new.reserved_last_entry_no
    ) end
    -- Entries that are out of order are a moment apart: a thousand on both sides are more than enough.
    and not exists (
      select from public.ledger_entry r join public.ledger_entry b on b.transfer_id = r.transfer_id and b.account_id = balance
      where r.account_id = reserved
        and r.entry_no between new.reserved_last_entry_no - 1000 and new.reserved_last_entry_no + 1000
        and (r.entry_no <= new.reserved_last_entry_no) <> (b.entry_no <= new.last_entry_no)
    )
  ) is not true then
    raise check_violation using constraint = 'partner_month_follows',
      message = format('Month %s of partner %s has to follow the one before, and say what the books say.', new.month, new.partner_id);
  end if;
  return new;
end
$$;
create trigger partner_month_follows before insert on partner_month for each row execute function hold_closed_months();

-- What a file has is fixed once, and of a month it is what the month says. A file that is there is all there, and stays as it is.
create function hold_statements() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  if (
    old.state = 'waiting'
    and (old.last_entry_no is null or
      (new.partner_name, new.first_entry_no, new.last_entry_no, new.reserved_first_entry_no, new.reserved_last_entry_no)
      = (old.partner_name, old.first_entry_no, old.last_entry_no, old.reserved_first_entry_no, old.reserved_last_entry_no))
    and (new.month is null or new.last_entry_no is null or exists (
      select from public.partner_month m where m.partner_id = new.partner_id and m.month = new.month
        and (m.partner_name, m.first_entry_no, m.last_entry_no, m.reserved_first_entry_no, m.reserved_last_entry_no)
        = (new.partner_name, new.first_entry_no, new.last_entry_no, new.reserved_first_entry_no, new.reserved_last_entry_no)
    ))
    and (new.state <> 'ready' or (
      select sum(octet_length(c.bytes)) = new.size_bytes and max(c.no) = count(*)
      from public.partner_statement_chunk c where c.statement_id = new.id
    ))
  ) is not true then
    raise check_violation using constraint = 'partner_statement_stays',
      message = format('What statement %s has is fixed once, and a file that is there stays as it is.', new.id);
  end if;
  return new;
end
$$;
create trigger partner_statement_stays before update on partner_statement for each row execute function hold_statements();

-- One after the other is made, and each is kept for months: so a partner has ten that wait and asks for a hundred a day, also when the portal
-- was taken over. Two who ask at once wait for each other; nobody else takes this lock, and nothing else waits for it.
create function hold_statement_wishes() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('partner_statement ' || new.partner_id, 0));
  if (select count(*) from public.partner_statement s where s.partner_id = new.partner_id and s.state = 'waiting') >= 10
    or (
      select count(*) from public.partner_statement s
      where s.partner_id = new.partner_id and s.asked_at > now() - interval '1 day'
    ) >= 100 then
    raise check_violation using constraint = 'partner_statement_most',
      message = format('Partner %s has asked for as many statements as are made.', new.partner_id);
  end if;
  return new;
end
$$;
create trigger partner_statement_most before insert on partner_statement for each row execute function hold_statement_wishes();

create function hold_statement_chunks() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if not public.stands_above(tg_relid)
    and not exists (select from public.partner_statement s where s.id = new.statement_id and s.state = 'waiting') then
    raise check_violation using constraint = 'partner_statement_chunk_waits',
      message = format('Nothing is added to statement %s, which is made.', new.statement_id);
  end if;
  return new;
end
$$;
create trigger partner_statement_chunk_waits before insert on partner_statement_chunk
  for each row execute function hold_statement_chunks();

grant execute on function stands_above(oid) to vezne_worker, vezne_portal;
revoke execute on function hold_counted_days(), hold_decided_days(), hold_closed_months(), hold_statements(), hold_statement_wishes(),
  hold_statement_chunks() from public;

alter table partner_day enable row level security;
alter table partner_day_sum enable row level security;
alter table partner_decided_day enable row level security;
alter table partner_month enable row level security;
alter table partner_statement enable row level security;
alter table partner_statement_chunk enable row level security;
create policy all_rows on partner_day to vezne_worker using (true) with check (true);
create policy all_rows on partner_day_sum to vezne_worker using (true) with check (true);
create policy all_rows on partner_decided_day to vezne_worker using (true) with check (true);
create policy all_rows on partner_month to vezne_worker using (true) with check (true);
create policy reads on partner_statement for select to vezne_worker using (true);
create policy made on partner_statement for update to vezne_worker using (true) with check (true);
-- A closed month can be made again at any time.
create policy forgotten on partner_statement for delete to vezne_worker using (asked_at < now() - interval '90 days');
create policy all_rows on partner_statement_chunk to vezne_worker using (true) with check (true);
create policy own_rows on partner_day for select to vezne_portal using (partner_id = portal_partner_id());
create policy own_rows on partner_day_sum for select to vezne_portal using (partner_id = portal_partner_id());
create policy own_rows on partner_decided_day for select to vezne_portal using (partner_id = portal_partner_id());
create policy own_rows on partner_month for select to vezne_portal using (partner_id = portal_partner_id());
create policy own_rows on partner_statement for select to vezne_portal using (partner_id = portal_partner_id());
-- A policy's look at another table goes by that table's own policy: only people and files of this partner are found.
create policy asked on partner_statement for insert to vezne_portal with check (
  partner_id = portal_partner_id() and exists (select from partner_person p where p.id = asked_by_id and p.removed_at is null)
);
create policy own_rows on partner_statement_chunk for select to vezne_portal
  using (exists (select from partner_statement s where s.id = statement_id and s.state = 'ready'));

grant select, insert on partner_day, partner_day_sum, partner_decided_day, partner_month to vezne_worker;
grant update (closing_cents, last_entry_no) on partner_day to vezne_worker;
grant update (movements, gross_cents, commission_cents, net_cents) on partner_day_sum to vezne_worker;
grant select, delete on partner_statement to vezne_worker;
grant update (
  state, attempts, taken_until, partner_name, first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no, problem,
  size_bytes, sha256, ended_at
) on partner_statement to vezne_worker;
grant select, insert on partner_statement_chunk to vezne_worker;

grant select on partner_day, partner_day_sum, partner_decided_day, partner_month to vezne_portal;
-- People ask; only a worker says what became of it.
grant select (
  id, partner_id, month, first_day, last_day, language, format, asked_at, state, problem, size_bytes, sha256, ended_at
), insert (id, partner_id, month, first_day, last_day, language, format, asked_by_id) on partner_statement to vezne_portal;
grant select (statement_id, no, bytes) on partner_statement_chunk to vezne_portal;
