import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Load balancers give up after a second or two, and read no answer as a dead process. */
const READY_WITHIN_MS = 1_000;

/** For load balancers: alive means that the process runs, ready that it can serve and is not about to stop. */
export function healthRoutes(
  app: FastifyInstance,
  /** Why the process can't serve now, for an engineer; undefined if it can. */
  { whyNotReady }: { whyNotReady: () => Promise<string | undefined> },
): void {
  app.get('/healthz', async (_request, reply) => await reply.send({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = await problemInTime(whyNotReady);
    return problem === undefined
      ? await reply.send({ status: 'ready' })
      : await reply.code(503).send({ status: problem });
  });
}

/** What /readyz answers, for the metric that says the same. */
export async function problemInTime(
  whyNotReady: () => Promise<string | undefined>,
): Promise<string | undefined> {
  return await Promise.race([
    whyNotReady(),
    sleep(READY_WITHIN_MS, 'the database cannot be reached', { ref: false }),
  ]);
}
