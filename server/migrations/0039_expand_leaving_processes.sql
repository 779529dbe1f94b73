-- A process that stops has work in hand for as long as a delivery may hang. Until it is gone it counted for a share, so what it had
-- already let go was above everybody's share, and nobody took it.
alter table living_process add column takes_more boolean not null default true;
grant update (takes_more) on living_process to vezne_worker;
