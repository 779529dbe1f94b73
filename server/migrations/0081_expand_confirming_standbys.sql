-- How many standbys are connected that commits wait for: PostgreSQL has chosen them by name (sync), or any of them are enough (quorum). One that
-- follows and is not among them protects no acknowledged commit. Null if the owner may not see them, as in standby_state().
create function confirming_standbys() returns int4
language sql stable security definer set search_path = pg_catalog as $$
  select case when pg_has_role(current_user, 'pg_read_all_stats', 'usage') then (
    select count(*)::int4 from pg_stat_replication where sync_state in ('sync', 'quorum')
  ) end
$$;
revoke execute on function confirming_standbys() from public;
grant execute on function confirming_standbys() to vezne_worker, vezne_admin;
