-- In the database in which the shop keeps its players' money.
create table processed_event (
  id text primary key
);

create table credit (
  transaction_id text primary key,
  reference text not null,
  amount_cents bigint not null
);
