/** Who did what, and what takes a second person. */
import type { ColumnType, Generated } from 'kysely';
import type { PersonKind } from '@vezne/domain/actor';
import type { RequestStatus } from '@vezne/domain/four-eyes-request';
import type { Cents } from '@vezne/domain/money';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

export interface AuditEntryTable {
  id: ColumnType<bigint, never, never>;
  at: Timestamp;
  /** The database writes it. Null in entries that are older than the column. */
  written_at: ColumnType<Date | null, never, never>;
  actor_kind: PersonKind;
  /** null in entries that are older than people's ids. */
  actor_id: string | null;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: string;
  details: ColumnType<Record<string, unknown>, string, never>;
  /** Null until the worker seals the entry. */
  seal_no: ColumnType<bigint | null, never, bigint>;
}

export interface AuditSealTable {
  seal_no: ColumnType<bigint, bigint, never>;
  previous_hash: ColumnType<Buffer, Buffer, never>;
  hash: ColumnType<Buffer, Buffer, never>;
  form: ColumnType<1 | 2 | 3, 1 | 2 | 3, never>;
  entry_count: ColumnType<bigint, bigint, never>;
  sealed_at: ColumnType<Date, string, never>;
}

export interface SecondPersonRequestTable {
  id: string;
  action: string;
  subject_type: string | null;
  subject_id: string | null;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  details: ColumnType<unknown, string, never>;
  fingerprint: string | null;
  reasons: Generated<string[]>;
  note: string | null;
  expires_at: Timestamp;
  asked_by_kind: PersonKind | null;
  asked_by_id: string | null;
  asked_by: string;
  asked_at: Timestamp;
  status: Generated<RequestStatus>;
  decided_by_kind: PersonKind | 'system' | null;
  decided_by_id: string | null;
  decided_by: string | null;
  decided_at: NullableTimestamp;
  decision_note: string | null;
}

/** What was decided by one hand on a day, so that small amounts add up. */
export interface DecidedAloneTable {
  day: string;
  kind: string;
  subject: string;
  sum_cents: Cents;
  limit_cents: Cents;
}
