/**
 * The lock of a reference, as an SQL expression over the columns partner_id, type and external_reference. Inserts share it;
 * a look-up takes it exclusively for a moment. So a look-up waits for an insert that is unfinished in the database (it
 * waits for a standby, or its process has died), and does not report "not there". Both take locks in ascending order to
 * avoid deadlocks. Two references with the same hash only wait for each other.
 */
export const REFERENCE_LOCK = `hashtextextended(concat_ws(' ', partner_id, type, external_reference), 0)`;
