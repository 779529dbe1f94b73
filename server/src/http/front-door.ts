import type { FastifyInstance } from 'fastify';

/** Whoever opens the bare address in a browser wants to know what this is. */
export function frontDoor(app: FastifyInstance, { prefix }: { prefix: string }): void {
  app.get('/', async (_request, reply) => await reply.redirect(`${prefix}/docs`));
}
