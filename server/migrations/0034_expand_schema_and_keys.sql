-- Every process compares the schema with the migrations that it knows, at its start and while it runs.
grant select on schema_migration to vezne_api, vezne_worker;

-- Keys stay outside the database. Here is a fingerprint of each, so that a process that was given another key under the same name is
-- refused at its start: with another key for reference codes codes would repeat, and with another page key every address that was
-- handed out would change. A fingerprint is one-way, and is written once.
create table key_fingerprint (
  purpose text not null,
  version int4 not null,
  fingerprint bytea not null,
  -- Both are the database's to say: they tell who was first if a fingerprint turns out to be wrong.
  registered_at timestamptz not null default now(),
  registered_by text not null default current_user,
  primary key (purpose, version),
  constraint key_fingerprint_purpose check (purpose in ('secret', 'page', 'reference_code')),
  -- As in the configuration. The key for reference codes has one version for ever.
  constraint key_fingerprint_version check (version between 1 and case purpose when 'reference_code' then 1 else 99999 end),
  constraint key_fingerprint_length check (octet_length(fingerprint) = 32)
);

-- With which keys processes of a role have started. Nothing is sealed with a version that nobody who opens it has had.
create table key_holder (
  purpose text not null,
  version int4 not null,
  role text not null default current_user,
  since timestamptz not null default now(),
  primary key (purpose, version, role),
  constraint key_holder_key foreign key (purpose, version) references key_fingerprint
);

alter table key_fingerprint enable row level security;
alter table key_holder enable row level security;
create policy reads on key_fingerprint for select to vezne_api, vezne_worker, vezne_admin using (true);
create policy reads on key_holder for select to vezne_api, vezne_worker, vezne_admin using (true);
-- A process registers only the kinds of keys that it is given.
create policy of_api on key_fingerprint for insert to vezne_api with check (registered_by = current_user);
create policy of_secret_keys on key_fingerprint for insert to vezne_worker, vezne_admin
  with check (registered_by = current_user and purpose = 'secret');
create policy of_api on key_holder for insert to vezne_api with check (role = current_user);
create policy of_secret_keys on key_holder for insert to vezne_worker with check (role = current_user and purpose = 'secret');

grant select on key_fingerprint, key_holder to vezne_api, vezne_worker, vezne_admin;
grant insert (purpose, version, fingerprint) on key_fingerprint to vezne_api, vezne_worker, vezne_admin;
grant insert (purpose, version) on key_holder to vezne_api, vezne_worker;
