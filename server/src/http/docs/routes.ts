import { basename } from 'node:path/posix';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDependencies } from '../api-dependencies.ts';
import { encodingFor, etagOf, isKnown } from './file.ts';
import type { DocumentationFile } from './file.ts';
import { createSite } from './site.ts';
import { OPENAPI_PATH } from './site-map.ts';

/** Nothing from other sites, nothing inline, never inside another site's frame. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Within five minutes every reader gets a new version. After that, the etag saves the bytes.
  'cache-control': 'public, max-age=300',
  vary: 'accept-encoding',
} as const;

const MOVED = 308;

/** The documentation of the partner API: for programs, and for people. */
export function docsRoutes(app: FastifyInstance, { config }: ApiDependencies): void {
  // Each file is made on its first request: an api process must start and handle payments without them.
  const site = createSite(config);
  for (const route of [OPENAPI_PATH, '/docs', '/docs/*']) {
    app.get(route, async (request, reply) => {
      const [path = ''] = request.url.split('?');
      const file = site.find(path);
      // `/docs/`, as people type it. Relative, because a proxy may have a path before ours.
      const isFolder = path.endsWith('/') && site.find(path.slice(0, -1)) !== undefined;
      if (isFolder) return await reply.redirect(`../${basename(path)}`, MOVED);
      if (file === undefined) return reply.callNotFound();
      return await send(request, reply, file);
    });
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, file: DocumentationFile): Promise<unknown> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = etagOf(file, encoding);
  reply.headers({ ...HEADERS, ...file.headers, etag });
  if (isKnown(request.headers['if-none-match'], etag)) return await reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return await reply.type(file.type).send(await file.encoded(encoding));
}
