-- Outside a transaction: the indexes are built while others write.
-- What people of a partner look for. The role of the portal sees rows of one partner alone, so the planner takes an index for it only by operators
-- that can tell nothing of other rows: comparisons of ids, numbers and texts are, functions are not. Where a search needs an index of a
-- function, a function of the owner finds the ids, of the partner that is set and of no other; the rows are read as the role.

-- Codes come in no order, and an index of them would have every create write another page of it. With the day before, a create writes the last
-- pages alone, as in transaction_of_player, and a search looks day by day.
-- repeatable: it is made again as it is.
do $$
begin
  create or replace function code_day_key(reference_code text, day int4) returns int8
  language sql immutable strict parallel safe
  return (day::int8 << 32) | (hashtextextended(reference_code, 0) & 4294967295);
end
$$;
-- then
create index concurrently if not exists transaction_of_code
  on transaction (code_day_key(reference_code, turkish_day_number(created_at))) where reference_code is not null;
-- then
-- How the id, the user name or the name of a player begins. A worker writes names, so no create meets these. By bytes, whatever the database sorts by.
create index concurrently if not exists player_name_of_partner_id on player_name (partner_id, customer_id collate "C");
-- then
create index concurrently if not exists player_name_of_partner_username on player_name (partner_id, folded_username collate "C")
  where folded_username <> '';
-- then
create index concurrently if not exists player_name_of_partner_name on player_name (partner_id, folded_name collate "C")
  where folded_name <> '';
-- then
-- repeatable: what is there is made again.
do $$
begin
  drop policy if exists own_rows on player_name;
  create policy own_rows on player_name for select to vezne_portal using (partner_id = portal_partner_id());
  grant select (partner_id, customer_id, folded_username, folded_name, first_seen_at, last_seen_at) on player_name to vezne_portal;
end
$$;
-- then
-- repeatable: it is made again as it is.
-- The deposits with a code, and the late money of them. Every day since the first transaction of the partner is looked up.
do $$
begin
  create or replace function portal_ids_of_code(code text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $function$
    select found.id
    from (
      select created_at from public.transaction where partner_id = public.portal_partner_id() order by id limit 1
    ) as first
    cross join lateral generate_series(public.turkish_day_number(now()) + 1, public.turkish_day_number(first.created_at) - 1, -1) as day (no)
    cross join lateral (
      select t.id from public.transaction t
      where public.code_day_key(t.reference_code, public.turkish_day_number(t.created_at)) = public.code_day_key(code, day.no)
        and t.reference_code is not null and t.reference_code = code and t.partner_id = public.portal_partner_id()
      offset 0
    ) as found
    limit 50;
  $function$;
  revoke execute on function portal_ids_of_code(text) from public;
  grant execute on function portal_ids_of_code(text) to vezne_portal;
end
$$;
-- then
-- repeatable: it is made again as it is.
-- What players did between two days, the newest first, of a type, in a state and within an amount if these are given.
do $$
begin
  create or replace function portal_ids_of_players(
    customers text[], first_day int4, last_day int4, below uuid, since uuid, of_type text, of_status text, least_cents int8, most_cents int8,
    how_many int4
  ) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $function$
    select of_day.id
    from generate_series(last_day, first_day, -1) as day (no)
    cross join lateral (
      select t.id from unnest(customers) as customer (id)
      cross join lateral (
        select o.id, o.type, o.status, o.amount_cents, o.actual_amount_cents from public.transaction o
        where public.player_day_key(o.partner_id, o.customer_id, public.turkish_day_number(o.created_at))
            = public.player_day_key(public.portal_partner_id(), customer.id, day.no)
          and o.partner_id = public.portal_partner_id() and o.customer_id = customer.id
        offset 0
      ) as t
      where t.id < below and t.id >= since and (of_type is null or t.type = of_type) and (of_status is null or t.status = of_status)
        and (
          t.amount_cents between coalesce(least_cents, 0) and coalesce(most_cents, 9223372036854775807)
          or t.actual_amount_cents between coalesce(least_cents, 0) and coalesce(most_cents, 9223372036854775807)
        )
      order by t.id desc limit how_many
    ) as of_day
    limit how_many;
  $function$;
  revoke execute on function portal_ids_of_players(text[], int4, int4, uuid, uuid, text, text, int8, int8, int4) from public;
  grant execute on function portal_ids_of_players(text[], int4, int4, uuid, uuid, text, text, int8, int8, int4) to vezne_portal;
end
$$;
