-- How often a process has written its row. The number rises with each beat, and the process knows which of them were confirmed: one that is
-- lower afterwards shows that the database lost commits which it had confirmed.
alter table running_process add column beat int8 not null default 0;
alter table running_process add constraint running_process_beat check (beat >= 0) not valid;
grant update (beat), select (beat, seen_at) on running_process to vezne_api, vezne_console, vezne_portal;
grant update (beat) on running_process to vezne_worker;

-- Whoever writes it, it only rises: a process that was taken over can't make all others of its kind say that the database went back. A version
-- that knows no beats never comes here.
create function hold_beat() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'The number of beats only rises.' using errcode = 'check_violation';
end
$$;
revoke execute on function hold_beat() from public;
create trigger hold_beat before update on running_process for each row when (new.beat < old.beat) execute function hold_beat();

-- A process that was replaced while it was silent may come back, hours later if only its own network was away. Its row is still there then:
-- one that is missing would look as if the database had lost it. After a day without a word it is forgotten, as one is that nothing replaced.
-- Who starts again and again keeps the newest thousand that have gone, and doesn't fill the table.
create or replace function forget_gone_processes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from running_process where id in (
    select id from running_process
    where kind in (select kind from arrived) and (
      alive_until < now() - interval '1 day'
      or id in (
        select id from running_process where kind in (select kind from arrived) and gone_at is not null order by gone_at desc, id offset 1000
      )
    )
    for update skip locked
  );
  delete from raised_alarm where (kind, host, name) in (
    select kind, host, name from raised_alarm
    where kind in (select kind from arrived) and last_at < now() - interval '7 days'
      and not (kind = 'worker' and name = 'ledger_difference')
    for update skip locked
  );
  return null;
end
$$;
