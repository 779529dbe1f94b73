import type { StaffRecord } from '../../db/read/staff/staff.ts';
import type { Change } from '../change.ts';

export interface ChangedStaff {
  person: StaffRecord;
  /** undefined: it was like that already, and nothing was written. */
  change: Change | undefined;
  sessionsEnded: number;
}
