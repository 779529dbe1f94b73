import type { PortalRoute } from '@vezne/contract/portal/route';
import type { PartnerPerson } from '../../usecases/partner-people/signed-in.ts';
import type { Surface } from '../signed-in/surface.ts';

/** What the routes of a portal process share. */
export type PortalDependencies = Surface<PartnerPerson, PortalRoute>;
