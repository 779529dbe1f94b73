-- A partner has a few versions of its terms, so they are updated and indexed in a blink.
-- squawk-ignore-file require-concurrent-index-creation

-- From when a version holds. In force is the highest version that has begun, so a later version also replaces what was planned.
alter table partner_terms add column effective_from timestamptz not null default now();
update partner_terms set effective_from = created_at;
alter table partner_terms add constraint terms_effective_from check (effective_from >= created_at) not valid;
-- Every process asks twice a second which version was the last to begin.
create index partner_terms_effective_from on partner_terms (effective_from);
grant select (effective_from) on partner_terms to vezne_portal;

-- Where a partner is paid its balance. Nothing is settled to a partner that has no such account.
alter table partner add column settlement_iban text, add column settlement_holder_name text;
alter table partner
  add constraint partner_settlement_account check ((settlement_iban is null) = (settlement_holder_name is null)) not valid,
  add constraint partner_settlement_iban check (
    settlement_iban ~ '^TR[0-9]{24}$' and iban_checksum_holds(settlement_iban)
  ) not valid,
  add constraint partner_settlement_holder_name check (
    char_length(settlement_holder_name) between 1 and 128 and settlement_holder_name = btrim(settlement_holder_name)
  ) not valid;
grant update (settlement_iban, settlement_holder_name) on partner to vezne_admin;

-- What an account was given to receive on a day and will not get any more; below zero when more came. The worker sets it, and the
-- choice of an account counts assigned_cents less this.
alter table bank_account_day add column returned_cents int8 not null default 0;
-- Processes that give accounts out add to what was assigned, and only the worker says what was returned.
revoke update on bank_account_day from vezne_api, vezne_admin, vezne_worker;
grant update (assigned_cents, assigned_count) on bank_account_day to vezne_api, vezne_admin, vezne_worker;
grant update (returned_cents) on bank_account_day to vezne_worker;
