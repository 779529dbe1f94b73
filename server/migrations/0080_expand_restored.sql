-- That a database was restored explains why published heads are gone. It is the word of a person at the command line: a process that was
-- taken over must not be able to say it.
alter table audit_entry add constraint audit_entry_restored_by
  check (action <> 'platform.restore' or actor_kind = 'command_line') not valid;
