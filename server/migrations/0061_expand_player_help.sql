-- In which language a partner wants a deposit's page to open. It is written at creation, and nobody changes it.
alter table transaction add column language text;
-- Of the rows that are there, none has a language. So nothing has to be read again: the rule holds for every row from here on.
alter table transaction
  add constraint transaction_language check (language is null or (type <> 'withdrawal' and language in ('tr', 'en'))) not valid;
grant select (language) on transaction to vezne_portal;

-- Where a partner's players ask for help, and what the page says about refunds. The table is small, so the rules are checked at once.
-- squawk-ignore-file constraint-missing-not-valid
alter table partner add column support_address text, add column refund_note_tr text, add column refund_note_en text;
alter table partner
  add constraint partner_support_address check (
    support_address ~ '^(https://|mailto:)[][A-Za-z0-9._~:/?#@!$&''()*+,;=%-]+$' and char_length(support_address) <= 500
  ),
  add constraint partner_refund_note check (
    (refund_note_tr is null) = (refund_note_en is null)
    and coalesce(char_length(refund_note_tr) between 1 and 200 and char_length(refund_note_en) between 1 and 200, true)
  );
grant update (support_address, refund_note_tr, refund_note_en) on partner to vezne_admin;

-- The page of a rejected deposit says where its money is. What is with us and what has left again is in this table alone.
alter policy reads on refused_money to vezne_console, vezne_admin, vezne_worker, vezne_api;
grant select (transaction_id, amount_cents, open_cents) on refused_money to vezne_api;
