-- How many requests for networks wait for one of ours is told by the worker, too, as it tells of every queue. It learns neither the networks nor
-- who the people are: only who could confirm, which takes a second factor.
grant select (partner_id, asked_by_id, asked_at, expires_at, status) on partner_network_request to vezne_worker;
create policy reads_of_workers on partner_network_request for select to vezne_worker using (true);
grant select (id, partner_id, roles, removed_at) on partner_person to vezne_worker;
create policy reads_of_workers on partner_person for select to vezne_worker using (true);
grant select (person_id, confirmed_at) on partner_totp to vezne_worker;
create policy reads_of_workers on partner_totp for select to vezne_worker using (true);
grant select (person_id) on partner_passkey to vezne_worker;
create policy reads_of_workers on partner_passkey for select to vezne_worker using (true);
