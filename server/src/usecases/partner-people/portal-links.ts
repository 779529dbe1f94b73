import type { AdminContext } from '../admin-context.ts';

/** For actions of ours that make links to the portal. */
export interface PortalLinkContext extends AdminContext {
  /** Where the portal is, without a trailing slash. */
  portalUrl: string;
}

/** Behind the #, so that no server and no proxy writes it down. */
export function invitationLink(portalUrl: string, token: string): string {
  return `${portalUrl}/invitation#${token}`;
}

export function lookLink(portalUrl: string, token: string): string {
  return `${portalUrl}/look#${token}`;
}
