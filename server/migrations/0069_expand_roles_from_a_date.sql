-- Roles from a date: what somebody may from a moment on stands beside what they may until then. Nothing has to run at that moment, because whoever
-- asks for somebody's roles asks for those that hold then. One plan a person; the next change of their roles takes its place.
-- The table of people is small.
-- squawk-ignore-file constraint-missing-not-valid

alter table staff add column next_roles text[];
alter table staff add column next_roles_from timestamptz;
alter table staff add constraint staff_next_roles check (
  (next_roles is null) = (next_roles_from is null) and cardinality(next_roles) > 0
);
alter table staff add constraint staff_next_role check (
  next_roles <@ array['administrator', 'auditor', 'finance', 'operator', 'senior_operator']
);
alter table staff add constraint staff_next_roles_in_order check (
  next_roles = array_remove(array[
    case when 'administrator' = any (next_roles) then 'administrator' end,
    case when 'auditor' = any (next_roles) then 'auditor' end,
    case when 'finance' = any (next_roles) then 'finance' end,
    case when 'operator' = any (next_roles) then 'operator' end,
    case when 'senior_operator' = any (next_roles) then 'senior_operator' end
  ], null)
);
-- Somebody new may have roles from a date only.
-- harmless: what older versions write has a role
alter table staff drop constraint staff_has_role;
alter table staff add constraint staff_has_role check (
  cardinality(roles) > 0 or status = 'disabled' or next_roles is not null
);

create function staff_roles_at(person staff, moment timestamptz) returns text[]
language sql immutable as $$
  select case when person.next_roles_from <= moment then person.next_roles else person.roles end
$$;
revoke execute on function staff_roles_at(staff, timestamptz) from public;
grant execute on function staff_roles_at(staff, timestamptz) to vezne_console, vezne_admin;

-- Who signed in before their roles changed signs in again, as after a change at once.
create function signed_in_before_roles(person staff, signed_in_at timestamptz) returns boolean
language sql stable as $$
  select coalesce(signed_in_at < person.next_roles_from and person.next_roles_from <= now(), false)
$$;
revoke execute on function signed_in_before_roles(staff, timestamptz) from public;
grant execute on function signed_in_before_roles(staff, timestamptz) to vezne_console, vezne_admin;

-- Whether the row is what two people have read. Without a date the roles hold at once, and nothing is planned. With one the person keeps until
-- then what they have.
create function staff_roles_agreed(agreed jsonb, held text[], person staff) returns boolean
language sql stable as $$
  select coalesce(
    case when agreed ->> 'from' is null
      then agreed -> 'roles' = to_jsonb(person.roles) and person.next_roles is null
      else agreed -> 'roles' = to_jsonb(person.next_roles) and (agreed ->> 'from')::timestamptz = person.next_roles_from
        and person.next_roles_from > now() and person.roles = held
    end, false)
$$;
revoke execute on function staff_roles_agreed(jsonb, text[], staff) from public;
grant execute on function staff_roles_agreed(jsonb, text[], staff) to vezne_console, vezne_admin;

-- Somebody whose roles begin later does not act yet, by neither door.
create or replace function hold_requests_to_people() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  door text := case when pg_has_role('vezne_console', 'usage') then 'staff' else 'command_line' end;
begin
  if not row_security_active('public.second_person_request') or not exists (select from public.staff) then
    return new;
  end if;
  -- What somebody asked who is not trusted any more is not confirmed.
  if (tg_op = 'INSERT' or new.status = 'confirmed') and not exists (
    select from public.staff s where s.id::text = new.asked_by_id and s.handle = new.asked_by and s.status = 'active'
      and cardinality(public.staff_roles_at(s, now())) > 0
  ) then
    raise insufficient_privilege using message = 'Only an active person asks.';
  end if;
  if tg_op = 'INSERT' and new.asked_by_kind is distinct from door then
    raise insufficient_privilege using message = 'Whoever asks is named with the door that they came by.';
  end if;
  if tg_op = 'UPDATE' and (new.decided_by_kind is distinct from door or not exists (
    select from public.staff s where s.id::text = new.decided_by_id and s.handle = new.decided_by and s.status = 'active'
      and cardinality(public.staff_roles_at(s, now())) > 0
  )) then
    raise insufficient_privilege using message = 'Only an active person ends a request.';
  end if;
  return new;
end
$$;

-- As before, with the roles that both have at this moment.
create or replace function staff_change_confirmed(person uuid, wanted text) returns jsonb
language sql stable set search_path = pg_catalog, public as $$
  select r.after
  from public.second_person_request r
  join public.staff asker on asker.id::text = r.asked_by_id and asker.status = 'active'
  join public.staff confirmer on confirmer.id::text = r.decided_by_id and confirmer.status = 'active'
  where r.subject_type = 'staff' and r.subject_id = person::text and r.action = wanted
    and r.status = 'confirmed' and r.decided_at = now() and r.asked_at < now() and asker.id <> confirmer.id
    and (r.asked_by_kind = 'command_line' or 'administrator' = any (public.staff_roles_at(asker, now())))
    and (r.decided_by_kind = 'command_line' or 'administrator' = any (public.staff_roles_at(confirmer, now())))
  limit 1
$$;

create or replace function hold_new_staff() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  agreed jsonb := public.staff_change_confirmed(new.id, 'staff.add');
begin
  if not row_security_active('public.staff') then
    return new;
  end if;
  -- Two who add at the same time would both be the second.
  perform from public.staff where 'administrator' = any (roles || next_roles) order by id for no key update;
  -- The first two are administrators, and the command line adds them alone. People who were disabled count: whoever disables an
  -- administrator does not open this door again.
  if (select count(*) from public.staff s where 'administrator' = any (public.staff_roles_at(s, now()))) < 2 then
    if pg_has_role('vezne_admin', 'usage') and new.roles = array['administrator'] and new.next_roles is null then
      return new;
    end if;
    raise insufficient_privilege using message = 'The first two people are administrators, and are added at the command line.';
  end if;
  if agreed is null or agreed ->> 'handle' <> new.handle or agreed ->> 'name' <> new.name
    or not public.staff_roles_agreed(agreed, '{}', new)
  then
    raise insufficient_privilege using message = 'A person is added only by a request that a second person confirms.';
  end if;
  return new;
end
$$;

create or replace function hold_changed_staff() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  agreed jsonb;
  -- Between two of these nobody's roles change, so what holds at each of them holds always.
  moments timestamptz[];
begin
  if not row_security_active('public.staff') then
    return new;
  end if;
  perform from public.staff where 'administrator' = any (roles || next_roles) order by id for no key update;
  moments := array(
    select now() union select new.next_roles_from where new.next_roles_from > now()
    union select s.next_roles_from from public.staff s where s.next_roles_from > now()
  );
  if new.next_roles_from is distinct from old.next_roles_from and new.next_roles_from <= now() then
    raise insufficient_privilege using message = 'Roles are planned for later, not for before.';
  end if;
  if (new.roles, new.next_roles, new.next_roles_from) is distinct from (old.roles, old.next_roles, old.next_roles_from)
    and not public.staff_roles_agreed(
      public.staff_change_confirmed(new.id, 'staff.set_roles'), public.staff_roles_at(old, now()), new
    )
    and exists (
      select from unnest(moments) as m
      where not public.staff_roles_at(new, m) <@ public.staff_roles_at(old, m)
        -- With fewer than two, one hand could add the next.
        or ('administrator' = any (public.staff_roles_at(old, m)) and not 'administrator' = any (public.staff_roles_at(new, m))
          and (
            select count(*) from public.staff s where s.id <> new.id and 'administrator' = any (public.staff_roles_at(s, m))
          ) < 2)
    )
  then
    raise insufficient_privilege using message = 'A role is given only by a request that a second person confirms.';
  end if;
  if new.status = 'active' and old.status <> 'active' then
    agreed := public.staff_change_confirmed(new.id, 'staff.enable');
    if agreed -> 'roles' is distinct from to_jsonb(public.staff_roles_at(new, now()))
      or agreed -> 'nextRoles' is distinct from (case when new.next_roles_from > now() then to_jsonb(new.next_roles) end)
      or (agreed ->> 'nextRolesFrom')::timestamptz is distinct from (case when new.next_roles_from > now() then new.next_roles_from end)
    then
      raise insufficient_privilege using message = 'A person is let in again only by a request that a second person confirms.';
    end if;
  end if;
  -- Whoever stays is an administrator for good: somebody whose role ends, or begins later, is not counted.
  if old.status = 'active' and exists (
    select from unnest(moments) as m
    where 'administrator' = any (public.staff_roles_at(old, m))
      and (new.status <> 'active' or not 'administrator' = any (public.staff_roles_at(new, m)))
      and not exists (
        select from public.staff s
        where s.status = 'active' and s.id <> new.id and 'administrator' = any (public.staff_roles_at(s, m))
          and (s.next_roles_from is null or s.next_roles_from <= m or 'administrator' = any (s.next_roles))
      )
  ) then
    raise insufficient_privilege using message = 'One administrator stays active.';
  end if;
  return new;
end
$$;

grant insert (next_roles, next_roles_from), update (next_roles, next_roles_from) on staff to vezne_console, vezne_admin;
