import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDependencies } from '../api-dependencies.ts';
import { documentationFiles } from './files.ts';
import type { DocumentationFile, DocumentationPath } from './files.ts';

const PATHS: readonly DocumentationPath[] = ['/openapi.json', '/docs', '/docs/style.css', '/docs/docs.js'];

/** Nothing from elsewhere, nothing inline, never inside another site. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Five minutes are short enough that nobody reads about a version long gone; then the tag saves the bytes.
  'cache-control': 'public, max-age=300',
} as const;

/** The documentation of the partner interface: for programs, and for people. */
export function docsRoutes(app: FastifyInstance, { config }: ApiDependencies): void {
  // Made when first asked for: an api process should start, and serve money, without it.
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
  return await reply.type(file.type).send(file.text);
}

/** Proxies that compress turn a tag into a weak one. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
