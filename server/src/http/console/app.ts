import { fileURLToPath } from 'node:url';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { can } from '@vezne/domain/permissions';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '../../config/console.ts';
import { createDesk } from '../../usecases/deposit-queue/desk.ts';
import { createReferenceRound } from '../../usecases/deposits/reference-codes.ts';
import type { LiveHub } from '../../usecases/live/hub.ts';
import { createPayoutDesk } from '../../usecases/payout-queue/desk.ts';
import type { Post } from '../../usecases/staff/invitation.ts';
import type { StaffPerson, StaffSignIn } from '../../usecases/staff/signed-in.ts';
import { createApp } from '../server/app.ts';
import { connectionLimits } from '../server/connection-limits.ts';
import { healthRoutes } from '../server/health.ts';
import { createRateLimiter } from '../server/rate-limiter.ts';
import { createTokenCookies } from '../signed-in/cookies.ts';
import { cspReportRoutes } from '../signed-in/csp-reports.ts';
import { pageRoutes } from '../signed-in/pages.ts';
import { profileRoutes } from '../signed-in/profile-routes.ts';
import { refuseUnlisted } from '../signed-in/listed.ts';
import { partnerCredentialsRoutes } from './administration/partners/credentials-routes.ts';
import { partnerEndpointsRoutes } from './administration/partners/endpoints-routes.ts';
import { partnerPeopleRoutes } from './administration/partners/people-routes.ts';
import { partnerLogoRoutes } from './administration/partners/logo-routes.ts';
import { bankAccountRoutes } from './administration/bank-accounts/routes.ts';
import { partnerRoutes } from './administration/partners/routes.ts';
import { partnerTermsRoutes } from './administration/partners/terms-routes.ts';
import { blockRoutes } from './administration/blocks/routes.ts';
import { settingsRoutes } from './administration/settings/routes.ts';
import { staffRoutes } from './administration/staff/routes.ts';
import { auditExportRoute } from './audit/export-route.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { consoleErrors } from './console-error.ts';
import { countsRoutes } from './counts-routes.ts';
import type { ConsoleDependencies, LivePace } from './dependencies.ts';
import { bulkRoute } from './deposits/bulk-route.ts';
import { depositDecisionRoutes } from './deposits/decision-routes.ts';
import { depositReadRoutes } from './deposits/read-routes.ts';
import { receiptRoute } from './deposits/receipt-route.ts';
import { doorRoutes } from './door-routes.ts';
import { liveRoute } from './live/live-route.ts';
import { requestRoutes } from './requests/request-routes.ts';
import { searchRoute } from './search-route.ts';
import { sessionRoutes } from './session-routes.ts';
import { payoutDecisionRoutes } from './withdrawals/decision-routes.ts';
import { payoutReadRoutes } from './withdrawals/read-routes.ts';
import { undeliveredRoutes } from './undelivered/routes.ts';
import { waitingPlayerRoutes } from './waiting/routes.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

/** What `npm run build:web` has written. */
const PAGES = fileURLToPath(new URL('../../../../web/dist/console', import.meta.url));

export interface ConsoleAppOptions {
  config: ConsoleConfig;
  /** Why the process can't serve now; undefined if it can. */
  whyNotReady: () => Promise<string | undefined>;
  live: LiveHub;
  /** Sends invitations, where a mail server is named. */
  mailer?: Post['mailer'];
  livePace?: LivePace | undefined;
  /** What a test makes smaller. */
  exportRows?: number | undefined;
  pages?: string | undefined;
  /** Routes beside those of the contract, which a test listed and serves. */
  more?:
    | {
        routes: readonly ConsoleRoute[];
        serve: (app: FastifyInstance, dependencies: ConsoleDependencies) => void;
      }
    | undefined;
}

/** What `vezne console` serves: its API and its pages. */
export function buildConsoleApp(
  signIn: StaffSignIn,
  { config, whyNotReady, live, mailer, livePace = {}, exportRows, pages = PAGES, more }: ConsoleAppOptions,
): FastifyInstance {
  const app = createApp({
    log: signIn.log,
    prefix: '',
    trustedProxies: config.trustedProxies,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    errors: consoleErrors,
    connectionLimits: connectionLimits(config.maxConnections),
  });
  const dependencies: ConsoleDependencies = {
    signIn,
    desk: createDesk(signIn),
    payoutDesk: createPayoutDesk(signIn),
    referenceRound: createReferenceRound(config.referenceCodeKey),
    sealing: {
      sealedSecrets: signIn.sealedSecrets,
      cell: config.cell,
      keyVersion: config.secretKeys.current,
    },
    post: { mailer, showsLinks: config.environment === 'development' },
    portalUrl: config.portalUrl,
    live,
    livePace,
    exportRows,
    environment: config.environment,
    origin: config.consoleUrl,
    cookies: createTokenCookies('console'),
    networkLimiter: createRateLimiter(signIn.clock),
    isPermitted: mayUse,
    logFields: ({ id }) => ({ staffId: id }),
  };
  refuseUnlisted(app, 'CONSOLE_API', [...Object.values(CONSOLE_API), ...(more?.routes ?? [])]);
  doorRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  profileRoutes(app, dependencies);
  countsRoutes(app, dependencies);
  searchRoute(app, dependencies);
  depositReadRoutes(app, dependencies);
  depositDecisionRoutes(app, dependencies);
  bulkRoute(app, dependencies);
  receiptRoute(app, dependencies);
  payoutReadRoutes(app, dependencies);
  payoutDecisionRoutes(app, dependencies);
  requestRoutes(app, dependencies);
  waitingPlayerRoutes(app, dependencies);
  undeliveredRoutes(app, dependencies);
  partnerRoutes(app, dependencies);
  partnerTermsRoutes(app, dependencies);
  partnerCredentialsRoutes(app, dependencies);
  partnerEndpointsRoutes(app, dependencies);
  partnerLogoRoutes(app, dependencies);
  partnerPeopleRoutes(app, dependencies);
  bankAccountRoutes(app, dependencies);
  settingsRoutes(app, dependencies);
  blockRoutes(app, dependencies);
  staffRoutes(app, dependencies);
  auditRoutes(app, dependencies);
  auditExportRoute(app, dependencies);
  liveRoute(app, dependencies);
  more?.serve(app, dependencies);
  cspReportRoutes(app, dependencies);
  healthRoutes(app, { whyNotReady });
  pageRoutes(app, pages);
  return app;
}

/** Whoever reads everything masked may read what can be masked. */
function mayUse(person: StaffPerson, { permission, isMaskable }: ConsoleRoute): boolean {
  return (
    permission === 'public' ||
    permission === 'signed_in' ||
    can(person, permission) ||
    (isMaskable === true && can(person, 'read_masked'))
  );
}
