/**
 * Names of the transaction-level advisory locks. The numbers mean nothing; they only have to differ from one another
 * and from those of other programs on the same database, such as migrations.
 */
export const PLATFORM_SETTINGS_LOCK = 5_639_001;
export const BANK_ACCOUNTS_LOCK = 5_639_002;
export const AUDIT_SEAL_LOCK = 5_639_010;
