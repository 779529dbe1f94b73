-- People of a partner may have fifty networks, ours may give it more. A longer list can be shortened step by step, as after a leak: refused is only
-- what makes it longer than both fifty and what it was.
create function is_network_list_after(before cidr[], wanted cidr[]) returns boolean language sql immutable parallel safe
return is_network_list(wanted, greatest(50, cardinality(before)));
revoke execute on function is_network_list_after(cidr[], cidr[]) from public;

alter table partner_network_request drop constraint partner_network_request_wanted;
alter table partner_network_request add constraint partner_network_request_wanted check (is_network_list_after(before, wanted)) not valid;

-- As it was but for that, which it can say only when it has the list.
create or replace function portal_set_networks(person uuid, proved_in uuid, new_id uuid, networks cidr[], place jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owned uuid := public.portal_partner_id();
  present cidr[];
begin
  perform public.acting_for_partner(person, coalesce(proved_in, new_id));
  select p.allowed_networks into present from public.partner p where p.id = owned for no key update;
  if not public.is_network_list_after(present, networks) then
    raise check_violation using constraint = 'partner_network_request_wanted',
      message = 'Networks are one list of at most fifty, or no longer than it was.';
  end if;
  if public.is_network_opened(present, networks) then
    -- One that nobody answered in time makes room.
    update public.partner_network_request r set status = 'overtaken', ended_at = now()
      where r.partner_id = owned and r.status = 'open' and r.expires_at <= now();
    insert into public.partner_network_request (id, partner_id, before, wanted, asked_by_id) values (new_id, owned, present, networks, person);
    perform public.portal_audit(
      person, 'request.ask', 'partner', owned::text,
      place || jsonb_build_object('requestId', new_id, 'action', 'partner.set',
        'before', jsonb_build_object('allowedNetworks', present::text[]), 'after', jsonb_build_object('allowedNetworks', networks::text[]))
    );
    return false;
  end if;
  update public.partner p set allowed_networks = networks where p.id = owned;
  perform public.portal_audit(
    person, 'partner.set', 'partner', owned::text,
    place || jsonb_build_object('before', jsonb_build_object('allowedNetworks', present::text[]),
      'after', jsonb_build_object('allowedNetworks', networks::text[]))
  );
  return true;
end
$$;
