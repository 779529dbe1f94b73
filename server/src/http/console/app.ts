import { fileURLToPath } from 'node:url';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '../../config.ts';
import { createDesk } from '../../usecases/deposit-queue/desk.ts';
import { createReferenceRound } from '../../usecases/deposits/reference-codes.ts';
import type { LiveHub } from '../../usecases/live/hub.ts';
import { createPayoutDesk } from '../../usecases/payout-queue/desk.ts';
import type { Post } from '../../usecases/staff/invitation.ts';
import type { StaffSignIn } from '../../usecases/staff/signed-in.ts';
import { createApp } from '../server/app.ts';
import { connectionLimits } from '../server/connection-limits.ts';
import { healthRoutes } from '../server/health.ts';
import { createRateLimiter } from '../server/rate-limiter.ts';
import { partnerCredentialsRoutes } from './administration/partners/credentials-routes.ts';
import { partnerEndpointsRoutes } from './administration/partners/endpoints-routes.ts';
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
import { cspReportRoutes } from './csp-reports.ts';
import type { ConsoleDependencies, LivePace } from './dependencies.ts';
import { bulkRoute } from './deposits/bulk-route.ts';
import { depositDecisionRoutes } from './deposits/decision-routes.ts';
import { depositReadRoutes } from './deposits/read-routes.ts';
import { receiptRoute } from './deposits/receipt-route.ts';
import { liveRoute } from './live/live-route.ts';
import { pageRoutes } from './pages.ts';
import { profileRoutes } from './profile-routes.ts';
import { requestRoutes } from './requests/request-routes.ts';
import { searchRoute } from './search-route.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
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
    live,
    livePace,
    exportRows,
    environment: config.environment,
    consoleUrl: config.consoleUrl,
    networkLimiter: createRateLimiter(signIn.clock),
  };
  refuseUnlisted(app, [...Object.values(CONSOLE_API), ...(more?.routes ?? [])]);
  signInRoutes(app, dependencies);
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

/** Served beside the API, to everybody. */
const BESIDE_API = new Set(['/csp-report', '/healthz', '/readyz', '/*']);

/** What is not in the contract has no permission, so no process starts with it. */
function refuseUnlisted(app: FastifyInstance, routes: readonly ConsoleRoute[]): void {
  const listed = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat().filter((one) => one !== 'HEAD');
    const isListed = methods.every((one) => listed.has(`${one} ${url}`)) || BESIDE_API.has(url);
    if (!isListed) throw new Error(`${methods.join(', ')} ${url} is not in CONSOLE_API.`);
  });
}
