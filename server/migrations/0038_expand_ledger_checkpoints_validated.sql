-- In a transaction of its own, so that the check of the old rows doesn't hold the locks that adding the rule took.
alter table audit_entry validate constraint audit_entry_actor_kind_check;
