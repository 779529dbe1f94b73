/**
 * The lock of a reference, as an SQL expression over the columns partner_id, type and external_reference. Inserts share it;
 * a look-up takes it exclusively for a moment. So a look-up waits for an insert that is unfinished in the database (it
 * waits for a standby, or its process has died), and does not report "not there". Two references with the same hash only wait
 * for each other.
 *
 * It is an advisory lock, and every role could hold it. So nobody ever waits in the database for it: an insert that doesn't get it
 * is not made, and for a look-up only sessions of its own role count.
 */
export const REFERENCE_LOCK = `hashtextextended(concat_ws(' ', partner_id, type, external_reference), 0)`;
