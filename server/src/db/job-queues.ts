/** The schema for pg-boss's tables. */
export const JOB_SCHEMA = 'pgboss';

/**
 * One queue for each job of the worker, created by the migrate command. A job whose name is missing here does not compile.
 */
export const JOB_QUEUES = [
  'close_months',
  'count_movements',
  'expire_deposits',
  'expire_requests',
  'forget_statements',
  'note_player_names',
  're_sum_ledger',
  'return_shares',
] as const;

export type JobName = (typeof JOB_QUEUES)[number];
