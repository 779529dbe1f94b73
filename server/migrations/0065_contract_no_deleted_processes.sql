-- Since 0063 a process that stops says so, and whoever arrives removes what is gone.
revoke delete on running_process from vezne_api, vezne_console, vezne_worker;
revoke delete on raised_alarm from vezne_api, vezne_console, vezne_worker;
-- standby_state() says more.
drop function replication_lag_seconds();
