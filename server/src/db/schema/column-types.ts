import type { ColumnType } from 'kysely';

/** A moment: a Date when read, a Date or a text when written; what is left out gets the default of the column. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
