import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Permission } from '@vezne/domain/permissions';
import type { SurfaceRoute } from '../sign-in/route.ts';
import type { ConsoleErrorCode } from './errors.ts';

export { DELETE_ERRORS, PUBLIC_READ_ERRORS, READ_ERRORS, WRITE_ERRORS } from '../sign-in/route.ts';

/** One endpoint of the console's API, for the server and for the pages. */
export interface ConsoleRoute extends SurfaceRoute {
  /** Of a change of settings: what it does, as the table of permissions calls it. */
  readonly action?: AuditAction;
  readonly permission: Permission | 'signed_in' | 'public';
  /** Also for whoever reads everything masked, as auditors do: the answer has no whole IBAN for them. */
  readonly isMaskable?: true;
  readonly errors: readonly ConsoleErrorCode[];
}
