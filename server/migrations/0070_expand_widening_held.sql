-- What opens a door is written only in the transaction in which a second person confirms a request for exactly that, whoever writes it: the
-- program, a bug in it, or somebody who has taken a process over. What closes one needs nobody. Which change opens is the program's rule
-- (domain/widening); a test compares both. The owner stands above it, as above all rules.

create function plain_amount(cents int8) returns text language sql immutable strict parallel safe
return (cents / 100)::text || '.' || lpad((cents % 100)::text, 2, '0');

-- A largest value; null is no limit.
create function is_raised(before int8, after int8) returns boolean language sql immutable parallel safe
return before is not null and (after is null or after > before);

-- A smallest value; null is no limit.
create function is_lowered(before int8, after int8) returns boolean language sql immutable parallel safe
return before is not null and (after is null or after < before);

-- A list of what is allowed, in which none means all.
create function is_opened(before text[], after text[]) returns boolean language sql immutable parallel safe
return cardinality(before) > 0 and (cardinality(after) = 0 or not after <@ before);

create function when_wider(is_wider boolean, name text, value jsonb) returns jsonb language sql immutable parallel safe
return case when is_wider then jsonb_build_object(name, value) else '{}'::jsonb end;

-- What second persons confirm in this very transaction about a subject.
create function confirmed_now(about text, of_id text, actions text[]) returns setof jsonb
language sql stable set search_path = pg_catalog, public as $$
  select r.after
  from public.second_person_request r
  where r.subject_type = about and r.subject_id = of_id and r.action = any (actions)
    and r.status = 'confirmed' and r.decided_at = now() and r.asked_at < now()
$$;

-- Value by value: a list would contain the empty one, which allows everything.
create function says(agreed jsonb, said jsonb) returns boolean language sql immutable parallel safe
return not exists (select from jsonb_each(said) s where agreed -> s.key is distinct from s.value);

create function is_confirmed_now(about text, of_id text, actions text[], said jsonb) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from public.confirmed_now(about, of_id, actions) agreed where public.says(agreed, said))
$$;

create function stands_above(table_id oid) returns boolean language sql stable
set search_path = pg_catalog as $$
  select pg_has_role((select relowner from pg_class where oid = table_id), 'usage')
$$;

create function hold_partner_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  wanted text[] := case tg_op when 'INSERT' then array['partner.create'] else array['partner.set', 'partner.enable'] end;
  settlement jsonb := case when new.settlement_iban is not null
    then jsonb_build_object('iban', new.settlement_iban, 'holderName', new.settlement_holder_name) end;
  said jsonb;
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    said := jsonb_build_object(
      'name', new.name, 'creditLine', public.plain_amount(new.credit_line_cents), 'settlementAccount', settlement,
      'redirectHosts', new.redirect_hosts, 'allowedNetworks', new.allowed_networks::text[], 'requestsPerSecond', new.requests_per_second,
      'depositMin', public.plain_amount(new.deposit_min_cents), 'depositMax', public.plain_amount(new.deposit_max_cents),
      'withdrawalMin', public.plain_amount(new.withdrawal_min_cents), 'withdrawalMax', public.plain_amount(new.withdrawal_max_cents),
      'playerDayDepositCount', new.player_day_deposit_count, 'playerDayDeposit', public.plain_amount(new.player_day_deposit_cents),
      'playerDayWithdrawalCount', new.player_day_withdrawal_count,
      'playerDayWithdrawal', public.plain_amount(new.player_day_withdrawal_cents),
      'refuseOtherHolders', new.refuse_other_holders, 'supportAddress', new.support_address
    );
  else
    said := public.when_wider(new.status = 'active' and old.status <> 'active', 'status', to_jsonb(new.status))
      || public.when_wider(new.credit_line_cents > old.credit_line_cents, 'creditLine', to_jsonb(public.plain_amount(new.credit_line_cents)))
      || public.when_wider(
        new.settlement_iban is not null
          and (new.settlement_iban, new.settlement_holder_name) is distinct from (old.settlement_iban, old.settlement_holder_name),
        'settlementAccount', settlement
      )
      || public.when_wider(
        public.is_lowered(old.deposit_min_cents, new.deposit_min_cents), 'depositMin', to_jsonb(public.plain_amount(new.deposit_min_cents))
      )
      || public.when_wider(
        public.is_raised(old.deposit_max_cents, new.deposit_max_cents), 'depositMax', to_jsonb(public.plain_amount(new.deposit_max_cents))
      )
      || public.when_wider(
        public.is_lowered(old.withdrawal_min_cents, new.withdrawal_min_cents),
        'withdrawalMin', to_jsonb(public.plain_amount(new.withdrawal_min_cents))
      )
      || public.when_wider(
        public.is_raised(old.withdrawal_max_cents, new.withdrawal_max_cents),
        'withdrawalMax', to_jsonb(public.plain_amount(new.withdrawal_max_cents))
      )
      || public.when_wider(
        public.is_raised(old.player_day_deposit_count, new.player_day_deposit_count),
        'playerDayDepositCount', to_jsonb(new.player_day_deposit_count)
      )
      || public.when_wider(
        public.is_raised(old.player_day_deposit_cents, new.player_day_deposit_cents),
        'playerDayDeposit', to_jsonb(public.plain_amount(new.player_day_deposit_cents))
      )
      || public.when_wider(
        public.is_raised(old.player_day_withdrawal_count, new.player_day_withdrawal_count),
        'playerDayWithdrawalCount', to_jsonb(new.player_day_withdrawal_count)
      )
      || public.when_wider(
        public.is_raised(old.player_day_withdrawal_cents, new.player_day_withdrawal_cents),
        'playerDayWithdrawal', to_jsonb(public.plain_amount(new.player_day_withdrawal_cents))
      )
      || public.when_wider(old.refuse_other_holders and not new.refuse_other_holders, 'refuseOtherHolders', to_jsonb(false))
      || public.when_wider(
        -- None is the usual limit: which is larger is not known here.
        old.requests_per_second is distinct from new.requests_per_second
          and (old.requests_per_second is null or new.requests_per_second is null or new.requests_per_second > old.requests_per_second),
        'requestsPerSecond', to_jsonb(new.requests_per_second)
      )
      || public.when_wider(public.is_opened(old.redirect_hosts, new.redirect_hosts), 'redirectHosts', to_jsonb(new.redirect_hosts))
      || public.when_wider(
        public.is_opened(old.allowed_networks::text[], new.allowed_networks::text[]),
        'allowedNetworks', to_jsonb(new.allowed_networks::text[])
      )
      || public.when_wider(
        new.support_address is not null and new.support_address is distinct from old.support_address,
        'supportAddress', to_jsonb(new.support_address)
      );
    if said = '{}' then
      return new;
    end if;
  end if;
  if not public.is_confirmed_now('partner', new.id::text, wanted, said) then
    raise insufficient_privilege using message = 'A partner is added or given more only by a request that a second person confirms.';
  end if;
  return new;
end
$$;
create trigger partner_held before insert or update on partner for each row execute function hold_partner_to_requests();

create function hold_terms_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  terms jsonb := jsonb_build_object(
    'basisPoints', new.basis_points, 'fixed', public.plain_amount(new.fixed_cents), 'mode', new.settlement_mode
  );
  before jsonb;
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  -- What would hold at that time without it.
  select jsonb_build_object('basisPoints', t.basis_points, 'fixed', public.plain_amount(t.fixed_cents), 'mode', t.settlement_mode)
  into before
  from public.partner_terms t
  where t.partner_id = new.partner_id and t.direction = new.direction and t.effective_from <= new.effective_from
  order by t.version desc
  limit 1;
  if before is null then
    if exists (
      select from public.confirmed_now('partner', new.partner_id::text, array['partner.create']) agreed
      where agreed -> 'terms' -> new.direction = terms
    ) then
      return new;
    end if;
  elsif exists (
    select from public.confirmed_now('partner', new.partner_id::text, array['terms.set']) agreed
    where agreed ->> 'direction' = new.direction
      and public.says(agreed, (
        select coalesce(jsonb_object_agg(t.key, t.value), '{}') from jsonb_each(terms) t where before -> t.key is distinct from t.value
      ))
      -- The time that was agreed; what was confirmed late begins at once.
      and case agreed ->> 'from'
        when 'now' then new.effective_from <= clock_timestamp()
        else new.effective_from = (agreed ->> 'from')::timestamptz
          or new.effective_from between (agreed ->> 'from')::timestamptz and clock_timestamp()
      end
  ) then
    return new;
  end if;
  raise insufficient_privilege using message = 'Terms are set only by a request that a second person confirms.';
end
$$;
create trigger partner_terms_held before insert on partner_terms for each row execute function hold_terms_to_requests();

-- Whoever makes a key can act as the partner.
create function hold_credential_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  if not public.is_confirmed_now(
    'partner', new.partner_id::text, array['credentials.create', 'credentials.rotate', 'partner.create'], '{}'
  ) or exists (select from public.credential c where c.partner_id = new.partner_id and c.created_at = now()) then
    raise insufficient_privilege using message = 'One set of credentials is made by a request that a second person confirms.';
  end if;
  return new;
end
$$;
create trigger credential_held before insert on credential for each row execute function hold_credential_to_requests();

create function keep_ended() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  raise insufficient_privilege using message = 'What has an end never lasts longer.';
end
$$;
create trigger credential_ended before update of expires_at, revoked_at on credential for each row
  when (
    (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at))
  )
  execute function keep_ended();
create trigger webhook_secret_ended before update of expires_at on webhook_secret for each row
  when (old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at))
  execute function keep_ended();

-- On a developer's own machine an address is one person's: nobody outside hears anything by it.
create function is_on_this_machine(url text) returns boolean language sql immutable strict parallel safe
return url ~ '^https?://(localhost|127(\.[0-9]+){3}|\[::1\])(:[0-9]+)?(/|\?|$)';

create function hold_webhook_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  wanted text := case when tg_op = 'INSERT' then 'webhook.add' when new.url <> old.url then 'webhook.set' else 'webhook.enable' end;
  said jsonb := case wanted when 'webhook.enable' then jsonb_build_object('status', new.status) else jsonb_build_object('url', new.url) end;
begin
  if public.is_on_this_machine(new.url) or public.stands_above(tg_relid) then
    return new;
  end if;
  if not public.is_confirmed_now('webhook_endpoint', new.id::text, array[wanted], said) then
    raise insufficient_privilege using message = 'Webhooks go to an address only by a request that a second person confirms.';
  end if;
  return new;
end
$$;
create trigger webhook_endpoint_added before insert on webhook_endpoint for each row execute function hold_webhook_to_requests();
create trigger webhook_endpoint_widened before update of url, status on webhook_endpoint for each row
  when (new.url <> old.url or (old.status = 'disabled' and new.status <> 'disabled'))
  execute function hold_webhook_to_requests();

create function hold_webhook_secret_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.stands_above(tg_relid)
    or exists (select from public.webhook_endpoint e where e.id = new.endpoint_id and public.is_on_this_machine(e.url))
    or public.is_confirmed_now('webhook_endpoint', new.endpoint_id::text, array['webhook.add', 'webhook.rotate'], '{}')
  then
    return new;
  end if;
  raise insufficient_privilege using message = 'A webhook secret is made only by a request that a second person confirms.';
end
$$;
create trigger webhook_secret_held before insert on webhook_secret for each row execute function hold_webhook_secret_to_requests();

create function hold_settings_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  before public.platform_settings;
  said jsonb;
begin
  if public.stands_above(tg_relid) then
    return new;
  end if;
  -- Two that come at once would both be compared with the version before both.
  perform from public.work_lock where name = 'platform_settings' for update;
  select * into before from public.platform_settings order by version desc limit 1;
  said := public.when_wider(
      public.is_lowered(before.deposit_min_cents, new.deposit_min_cents), 'depositMin', to_jsonb(public.plain_amount(new.deposit_min_cents))
    )
    || public.when_wider(
      public.is_raised(before.deposit_max_cents, new.deposit_max_cents), 'depositMax', to_jsonb(public.plain_amount(new.deposit_max_cents))
    )
    || public.when_wider(
      public.is_lowered(before.withdrawal_min_cents, new.withdrawal_min_cents),
      'withdrawalMin', to_jsonb(public.plain_amount(new.withdrawal_min_cents))
    )
    || public.when_wider(
      public.is_raised(before.withdrawal_max_cents, new.withdrawal_max_cents),
      'withdrawalMax', to_jsonb(public.plain_amount(new.withdrawal_max_cents))
    )
    || public.when_wider(
      public.is_raised(before.four_eyes_cents, new.four_eyes_cents), 'fourEyes', to_jsonb(public.plain_amount(new.four_eyes_cents))
    )
    || public.when_wider(not new.payout_countries <@ before.payout_countries, 'payoutCountries', to_jsonb(new.payout_countries));
  if said <> '{}' and not public.is_confirmed_now('platform', 'platform', array['limits.set'], said) then
    raise insufficient_privilege using message = 'Limits are widened only by a request that a second person confirms.';
  end if;
  return new;
end
$$;
create trigger platform_settings_held before insert on platform_settings for each row execute function hold_settings_to_requests();

create function hold_account_limits_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.stands_above(tg_relid) or public.is_confirmed_now(
    'bank_account', new.id::text, array['bank_account.set'],
    public.when_wider(
      public.is_raised(old.daily_cap_cents, new.daily_cap_cents), 'dailyCap', to_jsonb(public.plain_amount(new.daily_cap_cents))
    )
    || public.when_wider(
      public.is_raised(old.tolerance_cents, new.tolerance_cents), 'tolerance', to_jsonb(public.plain_amount(new.tolerance_cents))
    )
  ) then
    return new;
  end if;
  raise insufficient_privilege using message = 'An account is given more only by a request that a second person confirms.';
end
$$;
create trigger bank_account_widened before update of daily_cap_cents, tolerance_cents on bank_account for each row
  when (
    (old.daily_cap_cents is not null and (new.daily_cap_cents is null or new.daily_cap_cents > old.daily_cap_cents))
    or new.tolerance_cents > old.tolerance_cents
  )
  execute function hold_account_limits_to_requests();

-- A block ends because two people want it, or because a longer one takes its place. The place is taken after the earlier one has ended, so
-- this looks when the transaction ends.
create function hold_block_to_requests() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if public.stands_above(tg_relid) or (old.ended_at is null and (
    public.is_confirmed_now('block', new.id::text, array['block.remove'], '{"blocked": false}')
    or exists (
      select from public.blocked_party b
      where b.kind = old.kind and b.id <> old.id and b.created_at = now() and b.ended_at is null
        and (b.partner_id, b.customer_id, b.iban) is not distinct from (old.partner_id, old.customer_id, old.iban)
        and (b.expires_at is null or b.expires_at > old.expires_at)
    )
  )) then
    return null;
  end if;
  raise insufficient_privilege using message = 'A block ends only by a request that a second person confirms.';
end
$$;
create constraint trigger blocked_party_held after update on blocked_party deferrable initially deferred for each row
  when (new.ended_at is distinct from old.ended_at)
  execute function hold_block_to_requests();

do $$
declare
  made regprocedure;
begin
  foreach made in array array[
    'plain_amount(int8)', 'is_raised(int8, int8)', 'is_lowered(int8, int8)', 'is_opened(text[], text[])',
    'when_wider(boolean, text, jsonb)', 'confirmed_now(text, text, text[])', 'says(jsonb, jsonb)',
    'is_confirmed_now(text, text, text[], jsonb)', 'stands_above(oid)', 'is_on_this_machine(text)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', made);
    execute format('grant execute on function %s to vezne_console, vezne_admin', made);
  end loop;
end
$$;
revoke execute on function hold_partner_to_requests() from public;
revoke execute on function hold_terms_to_requests() from public;
revoke execute on function hold_credential_to_requests() from public;
revoke execute on function keep_ended() from public;
revoke execute on function hold_webhook_to_requests() from public;
revoke execute on function hold_webhook_secret_to_requests() from public;
revoke execute on function hold_settings_to_requests() from public;
revoke execute on function hold_account_limits_to_requests() from public;
revoke execute on function hold_block_to_requests() from public;
