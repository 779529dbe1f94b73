-- The rule of the migration before is looser than the one that all rows have kept.
alter table partner_network_request validate constraint partner_network_request_wanted;
