/** Our own people, and how they sign in. */
import type { ColumnType, Generated } from 'kysely';
import type { Role } from '@vezne/domain/permissions';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

export type StaffStatus = 'active' | 'disabled';
export type SignInPurpose =
  | 'second_factor'
  | 'passkey_sign_in'
  | 'passkey_step_up'
  | 'passkey_register'
  | 'enrolment';

export interface StaffTable {
  id: string;
  handle: ColumnType<string, string, never>;
  name: ColumnType<string, string, never>;
  /** Sorted, each once. */
  roles: Role[];
  /** Those that take their place at a moment; null: none are planned. */
  next_roles: Role[] | null;
  next_roles_from: NullableTimestamp;
  status: Generated<StaffStatus>;
  created_at: Timestamp;
  created_by: ColumnType<string, string, never>;
}

export interface StaffPasswordTable {
  staff_id: string;
  hash: string;
  set_at: Timestamp;
}

export interface StaffTotpTable {
  staff_id: string;
  secret_sealed: string;
  key_version: number;
  created_at: Timestamp;
  confirmed_at: NullableTimestamp;
  last_step: bigint | null;
}

export interface StaffPasskeyTable {
  id: string;
  staff_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: Generated<bigint>;
  transports: Generated<string[]>;
  name: string;
  is_backed_up: boolean;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
}

export interface StaffRecoveryCodeTable {
  staff_id: string;
  hash: Buffer;
  used_at: NullableTimestamp;
}

export interface StaffEnrolmentTable {
  staff_id: string;
  token_hash: Buffer;
  expires_at: Timestamp;
  made_by: string;
  created_at: Timestamp;
}

export interface StaffSessionTable {
  id: string;
  token_hash: Buffer;
  staff_id: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  end_reason: string | null;
  step_up_began_at: NullableTimestamp;
  step_up_at: NullableTimestamp;
  address: string;
  user_agent: string;
}

export interface SignInAttemptTable {
  id: string;
  token_hash: Buffer;
  staff_id: string | null;
  purpose: SignInPurpose;
  session_id: string | null;
  challenge: Buffer | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

export interface SignInFailureTable {
  kind: 'handle' | 'network';
  subject: string;
  failed_count: number;
  first_failed_at: Timestamp;
  last_failed_at: Timestamp;
  blocked_until: NullableTimestamp;
}
