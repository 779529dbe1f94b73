import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '../config/api.ts';
import type { Context } from '../context.ts';
import type { ApiServices } from '../usecases/services.ts';
import type { ApiDependencies } from './api-dependencies.ts';
import { docsRoutes } from './docs/routes.ts';
import { frontDoor } from './front-door.ts';
import { partnerErrors } from './partner/api-error.ts';
import { partnerRoutes } from './partner/routes.ts';
import { createSigningTeacher } from './partner/signing-mistakes/teacher.ts';
import { payRoutes } from './pay/routes.ts';
import { createStateAnswers } from './pay/state-answers.ts';
import { createApp } from './server/app.ts';
import { healthRoutes } from './server/health.ts';
import { createRateLimiter } from './server/rate-limiter.ts';
import { connectionLimits } from './server/connection-limits.ts';
import type { ConnectionLimits } from './server/connection-limits.ts';
import type { RequestTimeLimits } from './server/time-limits.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

/** What `vezne api` serves: the signed interface, the hosted page, and the documentation of both. */
export function buildApiApp(
  context: Context,
  {
    config,
    services,
    whyNotReady = apiReadiness(services),
    timeLimits,
    limits = connectionLimits(config.maxConnections),
  }: {
    config: ApiConfig;
    services: ApiServices;
    /** What /readyz answers. */
    whyNotReady?: () => Promise<string | undefined>;
    timeLimits?: RequestTimeLimits | undefined;
    limits?: ConnectionLimits | undefined;
  },
): FastifyInstance {
  // The signed path starts at /v1/, whatever path the public address has before it.
  const prefix = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  const app = createApp({
    log: context.log,
    prefix,
    trustedProxies: config.trustedProxies,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    errors: partnerErrors,
    connectionLimits: limits,
    timeLimits,
    answerFirst: createStateAnswers(services, { prefix }),
  });
  const dependencies: ApiDependencies = {
    ...context,
    config,
    services,
    partnerLimiter: createRateLimiter(context.clock),
    addressLimiter: createRateLimiter(context.clock),
    signingTeacher:
      config.environment === 'development'
        ? createSigningTeacher({ clock: context.clock, publicUrl: config.publicUrl })
        : undefined,
  };
  partnerRoutes(app, dependencies);
  payRoutes(app, dependencies);
  docsRoutes(app, dependencies);
  frontDoor(app, { prefix });
  healthRoutes(app, { whyNotReady });
  return app;
}

/** Says why an api can't serve; undefined if it can. */
export function apiReadiness(
  { configuration }: Pick<ApiServices, 'configuration'>,
  /** Why the process itself must not serve: it stops, or the schema is not for its version. */
  processProblem: () => string | undefined = () => undefined,
): () => Promise<string | undefined> {
  return async () => {
    const problem = processProblem();
    if (problem !== undefined) return problem;
    const view = await configuration.current().catch(() => undefined);
    if (!view) return 'the database cannot be reached';
    // Partners whose secrets don't open here are better served by a process that has the key.
    const isMissingKeys = view.configuration.missingKeyVersions.size > 0;
    return isMissingKeys ? 'a version of the sealing key is missing' : undefined;
  };
}
