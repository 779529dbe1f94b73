-- Reference codes come from a row whose commit was confirmed. A nextval that writes nothing to the log waits for no standby: after a
-- failover the sequence gave a block a second time, and its codes were in use.
create table reference_code_counter (
  singleton boolean primary key default true,
  -- The first block that nobody was given. There are 23^7 codes in blocks of 512; the last whole block is number 6,650,048.
  next_block int8 not null,
  constraint reference_code_counter_one check (singleton),
  constraint reference_code_counter_range check (next_block between 0 and 6650049)
);
alter table reference_code_counter enable row level security;
create policy reads on reference_code_counter for select to vezne_admin using (true);
grant select on reference_code_counter to vezne_admin;
insert into reference_code_counter (next_block)
  select case when is_called then last_value + 1 else last_value end from reference_code_block;

-- Whoever moves it, it only goes on: a number that was given once is printed on somebody's transfer.
create function hold_reference_counter() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.next_block > old.next_block then return new; end if;
  raise exception 'The counter of reference codes only goes forward.' using errcode = 'check_violation';
end
$$;
revoke execute on function hold_reference_counter() from public;
create trigger reference_code_counter_forward before update or delete on reference_code_counter for each row
  execute function hold_reference_counter();

-- The next block, for one process. No role may write the row, so that a process that was taken over can only take one block after another,
-- as it could by nextval. It could also keep the row by a transaction that it leaves open: the others then stop waiting after a second.
--
-- Processes of the version before take their blocks by nextval alone. So this takes numbers of the sequence too, until one is neither theirs
-- nor below the row. Each number of the sequence is given once, and setval, which could cross with a nextval of theirs, is not needed. The
-- sequence goes when they are gone.
create function take_reference_block() returns int8
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  first_free int8;
  taken int8;
begin
  select next_block into strict first_free from reference_code_counter for update;
  loop
    taken := nextval('reference_code_block');
    exit when taken >= first_free;
  end loop;
  update reference_code_counter set next_block = taken + 1;
  return taken;
end
$$;
revoke execute on function take_reference_block() from public;
grant execute on function take_reference_block() to vezne_api;

-- A database that was restored to an earlier moment doesn't know the codes that were given after it. Returns the first block that is free
-- now. The bound keeps a slip of the hand from using the codes up.
create function advance_reference_blocks(blocks int8) returns int8
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
declare
  first_free int8;
  reached int8 := nextval('reference_code_block');
begin
  if blocks is null or blocks not between 1 and 100000 then
    raise exception 'From 1 to 100000 blocks can be left out at a time.' using errcode = 'invalid_parameter_value';
  end if;
  select greatest(next_block, reached) + blocks into strict first_free from reference_code_counter for update;
  while reached < first_free - 1 loop
    reached := nextval('reference_code_block');
  end loop;
  update reference_code_counter set next_block = reached + 1;
  return reached + 1;
end
$$;
revoke execute on function advance_reference_blocks(int8) from public;
grant execute on function advance_reference_blocks(int8) to vezne_admin;
