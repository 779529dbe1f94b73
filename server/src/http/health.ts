import type { FastifyInstance } from 'fastify';
import type { HttpParts } from './parts.ts';

/** For load balancers: alive says that the process runs, ready that it can serve. */
export function healthRoutes(app: FastifyInstance, { services }: HttpParts): void {
  app.get('/healthz', async (_request, reply) => await reply.send({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await services.configuration.current();
    } catch {
      return await reply.code(503).send({ status: 'the database cannot be reached' });
    }
    return await reply.send({ status: 'ready' });
  });
}
