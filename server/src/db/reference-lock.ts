/**
 * The lock of a reference, as an SQL expression over columns partner_id, type and external_reference. Inserts share it,
 * and a look-up takes it alone for a moment: so an insert that is unfinished in the database (it waits for a standby, or its
 * process has died) is waited for instead of being taken for "not there". Both take locks in ascending order, so that they
 * never wait for each other in a circle. Two references that share a hash merely wait for each other.
 */
export const REFERENCE_LOCK = `hashtextextended(concat_ws(' ', partner_id, type, external_reference), 0)`;
