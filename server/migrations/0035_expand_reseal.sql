-- `vezne keys reseal` moves secrets to another version of the sealing key. The database can't see what is sealed, but it holds the
-- command to this: nothing else of the row changes, what has ended stays, and processes that open such secrets have had the new version.
create function hold_resealed_credential() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  resealed public.credential;
begin
  -- The owner stands above the policies, and so above this.
  if not row_security_active('public.credential') then
    return new;
  end if;
  resealed := old;
  resealed.api_secret_sealed := new.api_secret_sealed;
  resealed.hash_secret_sealed := new.hash_secret_sealed;
  resealed.key_version := new.key_version;
  if new is distinct from resealed or new.key_version = old.key_version
    or new.api_secret_sealed = old.api_secret_sealed or new.hash_secret_sealed = old.hash_secret_sealed
    or old.revoked_at is not null or old.expires_at <= now()
    or not exists (select from public.key_holder where purpose = 'secret' and version = new.key_version and role = 'vezne_api')
  then
    raise insufficient_privilege
      using message = 'Live credentials are resealed, with a version of the key that an api has started with, and nothing else is changed.';
  end if;
  return new;
end
$$;
revoke execute on function hold_resealed_credential() from public;
create trigger credential_resealed before update of api_secret_sealed, hash_secret_sealed, key_version on credential
  for each row execute function hold_resealed_credential();

create function hold_resealed_webhook_secret() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
declare
  resealed public.webhook_secret;
begin
  if not row_security_active('public.webhook_secret') then
    return new;
  end if;
  resealed := old;
  resealed.secret_sealed := new.secret_sealed;
  resealed.key_version := new.key_version;
  if new is distinct from resealed or new.key_version = old.key_version or new.secret_sealed = old.secret_sealed
    or old.expires_at <= now()
    or not exists (select from public.key_holder where purpose = 'secret' and version = new.key_version and role = 'vezne_worker')
  then
    raise insufficient_privilege
      using message = 'Live secrets are resealed, with a version of the key that a worker has started with, and nothing else is changed.';
  end if;
  return new;
end
$$;
revoke execute on function hold_resealed_webhook_secret() from public;
create trigger webhook_secret_resealed before update of secret_sealed, key_version on webhook_secret
  for each row execute function hold_resealed_webhook_secret();

grant update (api_secret_sealed, hash_secret_sealed, key_version) on credential to vezne_admin;
grant update (secret_sealed, key_version) on webhook_secret to vezne_admin;
