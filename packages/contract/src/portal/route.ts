import type { PartnerPermission } from '@vezne/domain/partner-permissions';
import type { SurfaceRoute } from '../sign-in/route.ts';
import type { PortalErrorCode } from './errors.ts';

/** One endpoint of the portal's API, for the server and for the pages. */
export interface PortalRoute extends SurfaceRoute {
  readonly permission: PartnerPermission | 'signed_in' | 'public';
  readonly errors: readonly PortalErrorCode[];
}
