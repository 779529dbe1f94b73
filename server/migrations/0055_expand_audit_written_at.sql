-- Outside a transaction: the index is built while others write.
-- repeatable: each statement leaves what is there already as it is.
-- An entry's `at` is when its transaction began. Whoever keeps a transaction open chooses it, and a server's clock may be set back. The log
-- is looked through by numbers and times together, so one entry with a wrong time could lead a search astray, and others would not be found.
-- `written_at` is when the row was written, as far as the log has come: it never goes back. No role may write it. Entries of before have none.
do $$
begin
  -- Whoever writes waits behind this. It gives up soon, and is run again.
  perform set_config('lock_timeout', '500ms', true);
  alter table audit_entry add column if not exists written_at timestamptz;

  -- Every decision calls it. Kept plans and whole names cost a few microseconds; settings of its own would cost thirty.
  create or replace function audit_written_at() returns timestamptz
  language plpgsql volatile as $body$
  declare
    latest pg_catalog.timestamptz;
  begin
    select entry.written_at into latest from public.audit_entry entry order by entry.id desc limit 1;
    return greatest(pg_catalog.clock_timestamp(), latest);
  end
  $body$;
  revoke execute on function audit_written_at() from public;
  grant execute on function audit_written_at() to vezne_console, vezne_worker, vezne_admin;

  -- As a default of its own step: with a new column the table would be written anew.
  alter table audit_entry alter column written_at set default audit_written_at();
end
$$;
-- then
-- Entries whose time is in doubt: no transaction of ours runs for a quarter of an hour. They are few, and are always looked through.
create index concurrently if not exists audit_entry_in_doubt on audit_entry (id)
  where not (written_at - at between interval '0' and interval '15 minutes');
