import type { PortalRoute } from '@vezne/contract/portal/route';
import type { PartnerPerson, PortalSignIn } from '../../usecases/partner-people/signed-in.ts';
import type { DemoCredentials } from '../../config/portal.ts';
import type { Mailer } from '../../usecases/mail.ts';
import type { Surface } from '../signed-in/surface.ts';

/** What the routes of a portal process share. */
export interface PortalDependencies extends Surface<PartnerPerson, PortalRoute> {
  signIn: PortalSignIn;
  /** Absent in development, unless a mail server is set. */
  mailer: Mailer | undefined;
  keys: PortalKeys;
}

/** What pages about keys need to know of this installation. */
export interface PortalKeys {
  /** Part of every API key. */
  cell: string;
  /** Where requests of partners go. */
  apiUrl: string | undefined;
  /** The triple of the demonstration: in development alone, and shown to the partner alone whose key it is. */
  demo: DemoCredentials | undefined;
}
