-- Outside a transaction: the indexes are built while workers write.
-- The oldest event that waits for an endpoint, for the list of the console. Only exceptions are in it: no create, no decision and no first
-- success writes one. Numbers are never negative: the condition keeps the index for whoever names it. Workers look for an earlier event of a
-- reference, and without it the planner could choose this index and read all that waits.
create index concurrently if not exists webhook_delivery_waiting on webhook_delivery (endpoint_id, feed_no)
  where state = 'pending' and feed_no >= 0;
-- then
-- The oldest of all that were given up.
create index concurrently if not exists webhook_delivery_given_up on webhook_delivery (next_attempt_at, endpoint_id, event_id)
  where state = 'parked';
-- then
-- repeatable: a policy that is there is made again.
-- A replay at the console begins the schedule of an exception again, from now on. It makes no row, so no event goes to an endpoint that it
-- was not for; it ends none, delays none, and touches nothing that was delivered.
--
-- It keeps workers from writing down outcomes of the endpoint meanwhile, by its lock. PostgreSQL gives that lock only to a role that may
-- update something, so the console may update a column, to no value at all.
do $$
begin
  drop policy if exists console_replays on webhook_delivery;
  create policy console_replays on webhook_delivery as restrictive for update to vezne_console
    using (state in ('pending', 'parked'))
    with check (state = 'pending' and schedule_from = attempts and next_attempt_at between now() - interval '1 minute' and now());
  drop policy if exists console_locks_only on webhook_endpoint;
  create policy console_locks_only on webhook_endpoint as restrictive for update to vezne_console
    using (true) with check (false);
  grant update (state, schedule_from, next_attempt_at) on webhook_delivery to vezne_console;
  grant update (created_by) on webhook_endpoint to vezne_console;
end
$$;
