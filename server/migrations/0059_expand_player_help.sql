-- In which language a partner wants a deposit's page to open. It is written at creation, and nobody changes it.
alter table transaction add column language text;
-- Of the rows that are there, none has a language. So nothing has to be read again: the rule holds for every row from here on.
alter table transaction
  add constraint transaction_language check (language is null or (type <> 'withdrawal' and language in ('tr', 'en'))) not valid;
grant select (language) on transaction to vezne_portal;
