-- Outside a transaction: the indexes are built while others write.
-- What one person did, and within it one kind of action. Whoever asks for all of a person's entries walks through the person's actions,
-- which are some dozens, so a third index in the order (actor_id, id) is not needed.
create index concurrently if not exists audit_entry_of_actor on audit_entry (actor_id, action, id);
-- then
create index concurrently if not exists audit_entry_of_action on audit_entry (action, id);
-- then
-- repeatable: the rule is taken away first, if it is there.
-- That the chain was verified is the word of a person at the command line. Neither the console nor a worker can say it: a process that was
-- taken over must not be able to write that nothing was changed.
do $$
begin
  -- Whoever writes waits behind this. It gives up soon, and is run again.
  perform set_config('lock_timeout', '500ms', true);
  alter table audit_entry drop constraint if exists audit_entry_verified_by;
  alter table audit_entry add constraint audit_entry_verified_by
    check (action <> 'audit.verify' or actor_kind = 'command_line') not valid;
end
$$;
