-- One role for each kind of process, with just the grants it needs, so that a hole in one process is not a hole in all.
-- Roles belong to the whole server, so another database on it may have made them already.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['vezne_api', 'vezne_console', 'vezne_portal', 'vezne_worker', 'vezne_admin'] loop
    begin
      execute format('create role %I nologin', role_name);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

revoke all on schema public from public;
-- Nobody needs tables of their own, not even for a session.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;
grant usage on schema public to vezne_api, vezne_console, vezne_portal, vezne_worker, vezne_admin;
