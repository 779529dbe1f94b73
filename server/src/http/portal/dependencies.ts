import type { PortalRoute } from '@vezne/contract/portal/route';
import type { PartnerPerson } from '../../usecases/partner-people/signed-in.ts';
import type { Mailer } from '../../usecases/mail.ts';
import type { Surface } from '../signed-in/surface.ts';

/** What the routes of a portal process share. */
export interface PortalDependencies extends Surface<PartnerPerson, PortalRoute> {
  /** Absent in development, unless a mail server is set. */
  mailer: Mailer | undefined;
}
