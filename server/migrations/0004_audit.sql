-- Every action of a person, written in the action's own transaction. Nobody may change or remove a row.
create table audit_entry (
  id int8 generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('staff', 'partner_staff', 'command_line')),
  actor text not null check (char_length(actor) between 1 and 128),
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject_type text not null check (subject_type ~ '^[a-z_]+$'),
  subject_id text not null check (char_length(subject_id) between 1 and 128),
  -- What changed; amounts as strings, since a JSON number is a float.
  details jsonb not null default '{}'
);
create index audit_entry_subject on audit_entry (subject_type, subject_id, id);
