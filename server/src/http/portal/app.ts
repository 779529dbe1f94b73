import { fileURLToPath } from 'node:url';
import type { PortalRoute } from '@vezne/contract/portal/route';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { partnerCan } from '@vezne/domain/partner-permissions';
import type { FastifyInstance } from 'fastify';
import type { PortalConfig } from '../../config/portal.ts';
import type { Mailer } from '../../usecases/mail.ts';
import type { PartnerPerson, PortalSignIn } from '../../usecases/partner-people/signed-in.ts';
import { createApp } from '../server/app.ts';
import { connectionLimits } from '../server/connection-limits.ts';
import { healthRoutes } from '../server/health.ts';
import { createRateLimiter } from '../server/rate-limiter.ts';
import { createTokenCookies } from '../signed-in/cookies.ts';
import { cspReportRoutes } from '../signed-in/csp-reports.ts';
import { SignInError } from '../signed-in/sign-in-error.ts';
import { refuseUnlisted } from '../signed-in/listed.ts';
import { pageRoutes } from '../signed-in/pages.ts';
import { profileRoutes } from '../signed-in/profile-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import type { PortalDependencies } from './dependencies.ts';
import { doorRoutes } from './door-routes.ts';
import { networkRoutes } from './network-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { portalErrors } from './portal-error.ts';
import { isSignOut, mayLookerUse } from './look.ts';
import { lookRoutes } from './look-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { statementRoutes } from './statement-routes.ts';
import { viewRoutes } from './view-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** More than anybody means. Each leaves an entry in the audit log, which nobody shortens. */
const PRESSES_A_MINUTE = 60;
const MINUTE_MS = 60_000;

const BODY_LIMIT_BYTES = 32 * 1024;

/** What `npm run build:web` has written. */
const PAGES = fileURLToPath(new URL('../../../../web/dist/portal', import.meta.url));

export interface PortalAppOptions {
  config: PortalConfig;
  /** Why the process can't serve now; undefined if it can. */
  whyNotReady: () => Promise<string | undefined>;
  /** Absent in development, unless a mail server is set. */
  mailer?: Mailer | undefined;
  pages?: string | undefined;
  pressesAMinute?: number | undefined;
  /** Routes beside those of the contract, which a test listed and serves. */
  more?:
    | {
        routes: readonly PortalRoute[];
        serve: (app: FastifyInstance, dependencies: PortalDependencies) => void;
      }
    | undefined;
}

/** What `vezne portal` serves: its API and its pages. */
export function buildPortalApp(
  signIn: PortalSignIn,
  { config, whyNotReady, mailer, pages = PAGES, pressesAMinute = PRESSES_A_MINUTE, more }: PortalAppOptions,
): FastifyInstance {
  const app = createApp({
    log: signIn.log,
    prefix: '',
    trustedProxies: config.trustedProxies,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    errors: portalErrors,
    connectionLimits: connectionLimits(config.maxConnections),
  });
  const presses = createRateLimiter(signIn.clock, MINUTE_MS);
  const dependencies: PortalDependencies = {
    signIn,
    environment: config.environment,
    origin: config.portalUrl,
    cookies: createTokenCookies('portal'),
    networkLimiter: createRateLimiter(signIn.clock),
    limitPresses({ id }) {
      if (!presses.take(id, pressesAMinute).isAllowed) throw new SignInError('rate_limited');
    },
    mailer,
    keys: { cell: config.cell, apiUrl: config.apiUrl, demo: config.demoCredentials },
    isPermitted: mayUse,
    onlyReads: ({ isLook }, route) => isLook === true && !isSignOut(route),
    logFields: ({ id, partnerId, isLook }) => ({
      partnerId,
      ...(isLook === true ? { lookId: id } : { personId: id }),
    }),
  };
  refuseUnlisted(app, 'PORTAL_API', [...Object.values(PORTAL_API), ...(more?.routes ?? [])]);
  doorRoutes(app, dependencies);
  lookRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  profileRoutes(app, dependencies);
  peopleRoutes(app, dependencies);
  viewRoutes(app, dependencies);
  credentialRoutes(app, dependencies);
  networkRoutes(app, dependencies);
  webhookRoutes(app, dependencies);
  statementRoutes(app, dependencies);
  more?.serve(app, dependencies);
  cspReportRoutes(app, dependencies);
  healthRoutes(app, { whyNotReady });
  pageRoutes(app, pages);
  return app;
}

function mayUse(person: PartnerPerson, route: PortalRoute): boolean {
  if (person.isLook === true) return mayLookerUse(route);
  const { permission } = route;
  return permission === 'public' || permission === 'signed_in' || partnerCan(person, permission);
}
