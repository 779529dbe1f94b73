import { fileURLToPath } from 'node:url';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '../../config.ts';
import type { SignInContext } from '../../usecases/sign-in/context.ts';
import { createApp } from '../server/app.ts';
import { connectionLimits } from '../server/connection-limits.ts';
import { healthRoutes } from '../server/health.ts';
import { createRateLimiter } from '../server/rate-limiter.ts';
import { consoleErrors } from './console-error.ts';
import { countsRoutes } from './counts-routes.ts';
import { cspReportRoutes } from './csp-reports.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { pageRoutes } from './pages.ts';
import { profileRoutes } from './profile-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

/** What `npm run build:web` has written. */
const PAGES = fileURLToPath(new URL('../../../../web/dist/console', import.meta.url));

export interface ConsoleAppOptions {
  config: ConsoleConfig;
  /** Why the process can't serve now; undefined if it can. */
  whyNotReady: () => Promise<string | undefined>;
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
  signIn: SignInContext,
  { config, whyNotReady, pages = PAGES, more }: ConsoleAppOptions,
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
    environment: config.environment,
    consoleUrl: config.consoleUrl,
    networkLimiter: createRateLimiter(signIn.clock),
  };
  refuseUnlisted(app, [...Object.values(CONSOLE_API), ...(more?.routes ?? [])]);
  signInRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  profileRoutes(app, dependencies);
  countsRoutes(app, dependencies);
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
