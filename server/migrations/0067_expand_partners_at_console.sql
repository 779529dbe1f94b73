-- Administrators set and remove pictures of partners and test their endpoints at the console too. Neither needs the right to delete from a
-- table, which is also the right to lock all of it: what goes, goes by a function that knows what may.

-- A picture takes the place of another in one statement, whoever sets it.
grant update (content, content_type, content_hash, created_at, created_by) on partner_logo to vezne_admin;

create function remove_partner_logo(of_partner uuid) returns void
language sql security definer set search_path = pg_catalog, public as $$
  delete from partner_logo where partner_id = of_partner
$$;
revoke execute on function remove_partner_logo(uuid) from public;
grant execute on function remove_partner_logo(uuid) to vezne_admin, vezne_console;

create policy asks_of_console on webhook_test to vezne_console using (true) with check (true);
grant select, insert (id, endpoint_id, asked_by) on webhook_test to vezne_console;
-- Nobody is asked to send what no worker would take. A console needs to know only that one lives.
create function is_worker_alive() returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from running_process where kind = 'worker' and alive_until > now() and gone_at is null)
$$;
revoke execute on function is_worker_alive() from public;
grant execute on function is_worker_alive() to vezne_admin, vezne_console;

-- Of an endpoint's tests, all but the newest go; so do those that no worker has taken in time, as none takes them then, and those whose
-- worker died before it knew the outcome: its longest time for a try is two minutes. The bounds are not the caller's to say: whoever could
-- forget what is under way could test as often as they like. Twenty are for a page that shows the last ones.
create function forget_webhook_tests(of_endpoint uuid) returns void
language sql security definer set search_path = pg_catalog, public as $$
  delete from webhook_test where endpoint_id = of_endpoint and (
    (taken_at is null and asked_at <= now() - interval '30 seconds')
    or (ended_at is null and asked_at < now() - interval '180 seconds')
    or id in (
      select id from webhook_test where endpoint_id = of_endpoint and ended_at is not null
      order by asked_at desc, id desc offset 20
    )
  )
$$;
revoke execute on function forget_webhook_tests(uuid) from public;
grant execute on function forget_webhook_tests(uuid) to vezne_admin, vezne_console;
