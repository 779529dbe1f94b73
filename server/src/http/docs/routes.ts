import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDependencies } from '../api-dependencies.ts';
import { documentationFiles } from './files.ts';
import type { DocumentationFile, DocumentationPath } from './files.ts';

const PATHS: readonly DocumentationPath[] = ['/openapi.json', '/docs', '/docs/style.css', '/docs/docs.js'];

/** Nothing from other sites, nothing inline, never inside another site's frame. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Within five minutes every reader gets a new version. After that, the etag saves the bytes.
  'cache-control': 'public, max-age=300',
} as const;

/** The documentation of the partner API: for programs, and for people. */
export function docsRoutes(app: FastifyInstance, { config }: ApiDependencies): void {
  // Built on the first request: an api process must start and handle payments without it.
  let files: ReturnType<typeof documentationFiles> | undefined;
  for (const path of PATHS) {
    app.get(path, async (request, reply) => {
      files ??= documentationFiles(config.publicUrl);
      return await send(request, reply, files[path]);
    });
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, file: DocumentationFile): Promise<unknown> {
  reply.headers({ ...HEADERS, ...file.headers, etag: file.etag });
  if (isKnown(request.headers['if-none-match'], file.etag)) return await reply.code(304).send();
  return await reply.type(file.type).send(file.content);
}

/** Proxies that compress turn an etag into a weak one. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
