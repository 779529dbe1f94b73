import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ApiDependencies } from '../api-dependencies.ts';

/** Load balancers give up after a second or two, and take no answer for a dead process. */
const READY_WITHIN_MS = 1_000;

/** For load balancers: alive says that the process runs, ready that it can serve. */
export function healthRoutes(app: FastifyInstance, { services }: ApiDependencies): void {
  app.get('/healthz', async (_request, reply) => await reply.send({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const view = await Promise.race([
      services.configuration.current().catch(() => undefined),
      sleep(READY_WITHIN_MS, undefined, { ref: false }),
    ]);
    if (!view) return await reply.code(503).send({ status: 'the database cannot be reached' });
    // Partners whose secrets don't open here are better served by a process that was given the key.
    if (view.configuration.missingKeyVersions.size > 0) {
      return await reply.code(503).send({ status: 'a version of the sealing key is missing' });
    }
    return await reply.send({ status: 'ready' });
  });
}
