import type { SurfaceRoute } from '@vezne/contract/sign-in/route';
import type { FastifyInstance } from 'fastify';

/** Served beside the API, to everybody. */
const BESIDE_API = new Set(['/csp-report', '/healthz', '/readyz', '/*']);

/** What is not in the contract has no permission, so no process starts with it. */
export function refuseUnlisted(
  app: FastifyInstance,
  list: string,
  routes: readonly Pick<SurfaceRoute, 'method' | 'path'>[],
): void {
  const listed = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat().filter((one) => one !== 'HEAD');
    const isListed = methods.every((one) => listed.has(`${one} ${url}`)) || BESIDE_API.has(url);
    if (!isListed) throw new Error(`${methods.join(', ')} ${url} is not in ${list}.`);
  });
}
