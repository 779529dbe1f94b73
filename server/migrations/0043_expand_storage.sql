-- A decision writes a new version of its transaction into the same page if there is room, and then no index is touched.
alter table transaction set (fillfactor = 70);

-- By default a table is vacuumed after a fifth of it has changed: at ten million rows that is seldom, and much at a time. Fixed numbers keep
-- each run as short as it was in the first month.
alter table transaction set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 200000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 200000
);
-- Rows are only added to these.
alter table transaction_step set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 500000
);
alter table event set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 500000
);
alter table ledger_transfer set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 500000
);
alter table ledger_entry set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 500000
);
alter table bank_movement set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 500000
);
alter table webhook_attempt set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 500000
);
