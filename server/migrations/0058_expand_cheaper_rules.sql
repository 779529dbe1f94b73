-- The same rules as before, for less of the processor. PostgreSQL builds a state for each character that a pattern counts, whenever a row is
-- written or changed: eight microseconds for a reference, and as many for a code. Until 0060 the rows are held to both.
alter table transaction add constraint transaction_external_reference_next check (
  external_reference ~ '^[ -~]+$' and octet_length(external_reference) <= 128 and external_reference = btrim(external_reference)
) not valid;
alter table transaction add constraint transaction_reference_code_next check (
  reference_code ~ '^[2-9ACDEFHJKMNPRTWX]+$' and octet_length(reference_code) = 8
) not valid;

-- `extract` from a time with a zone counts as changeable, so its function was called for every row of the index. This one becomes a part of
-- the expression. Turkey is three hours ahead all year.
create or replace function turkish_day_number(at timestamptz) returns int4
language sql immutable strict parallel safe return (at at time zone interval '3 hours')::date - date '1970-01-01';

-- It is the default, and says to every session that the expression has to be read anew. One that compares new plans with the old expression
-- would pass the index by.
alter index transaction_of_player set (deduplicate_items = on);

-- Nearly no decision meets a request that it overtakes, so it looks before it writes: a statement that may change a row opens all of its
-- indexes and rules first. Nobody asks between the look and the change, because whoever asks about a transaction holds its lock.
create or replace function overtake_request(moved_id uuid, by_kind text, by_id text, by_name text)
returns table (request_id uuid, request_action text) language plpgsql volatile as $$
begin
  if not exists (
    select from public.second_person_request request
    where request.subject_type = 'transaction' and request.subject_id = moved_id::text and request.status = 'open'
  ) then
    return;
  end if;
  return query update public.second_person_request request
  set status = 'overtaken', decided_by_kind = by_kind, decided_by_id = by_id, decided_by = by_name, decided_at = pg_catalog.now()
  where request.subject_type = 'transaction' and request.subject_id = moved_id::text and request.status = 'open'
  returning request.id, request.action;
end
$$;
