/**
 * Numbers of the transaction-level advisory locks. The numbers have no meaning. They must only differ from each other and
 * from those of other programs on the same database, such as migrations.
 */
export const PLATFORM_SETTINGS_LOCK = 5_639_001;
export const BANK_ACCOUNTS_LOCK = 5_639_002;
export const BLOCKS_LOCK = 5_639_003;
export const AUDIT_SEAL_LOCK = 5_639_010;
