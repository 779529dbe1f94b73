-- In a transaction of its own, so that the check of the old rows doesn't hold the lock that adding the rules took.
alter table transaction validate constraint transaction_step_count;
alter table transaction validate constraint transaction_payout_people;
alter table transaction validate constraint transaction_people_names;
alter table transaction validate constraint transaction_correction;
alter table transaction validate constraint transaction_actual_amount;
alter table transaction validate constraint transaction_commission;
alter table transaction validate constraint transaction_net_amount;
alter table transaction validate constraint transaction_player_amount;
alter table transaction_step validate constraint transaction_step_trigger;
alter table event validate constraint event_of_step;
alter table event validate constraint event_feed_no;
alter table event validate constraint event_type;
alter table event validate constraint event_status;
alter table platform_settings validate constraint four_eyes_amount;
