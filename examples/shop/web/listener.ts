import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Shop } from '../shop.ts';
import { createLimits } from '../vezne/limits.ts';
import type { Sender } from '../vezne/send.ts';
import { readForm } from './form.ts';
import { noticePage } from './pages/notice.ts';
import { page } from './reply.ts';
import type { Reply } from './reply.ts';
import { createRoutes } from './routes.ts';
import { isOwnForm, visitOf } from './visit.ts';
import type { Visit } from './visit.ts';

const FILES: ReadonlyMap<string, Reply> = new Map([
  ['/style.css', fileReply('style.css', 'text/css')],
  ['/news.js', fileReply('news.js', 'text/javascript')],
]);

export function pageListener(
  shop: Shop,
  sender: Sender,
): (request: IncomingMessage, response: ServerResponse) => void {
  const routes = createRoutes(shop, { sender, limits: createLimits(shop) });

  async function replyTo(visit: Visit, request: IncomingMessage): Promise<Reply> {
    const { method, url } = visit;
    const file = FILES.get(url.pathname);
    if (file !== undefined) return file;
    if (method === 'GET' || method === 'HEAD') return await routes.get(visit);
    const form = method === 'POST' ? await readForm(request) : undefined;
    if (form === undefined) return page(noticePage(visit, 'missing'), 404);
    // Shows the current page with a valid token; nothing was done. What was typed is not shown again: another site may have
    // written it, such as an IBAN of its own.
    if (!isOwnForm(visit, form.get('formToken'))) return await routes.get(visit, 'expired');
    return await routes.post(visit, form);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const visit = visitOf(shop, request);
    const reply = await replyTo(visit, request).catch((error: unknown) => {
      shop.log(String(error));
      return page(noticePage(visit, 'failed'), 500);
    });
    response.writeHead(reply.status, {
      ...securityHeaders(shop),
      ...reply.headers,
      'set-cookie': [...visit.cookies, ...(reply.cookies ?? [])],
    });
    response.end(reply.body);
  }

  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      shop.log(String(error));
      response.destroy();
    });
  };
}

function fileReply(name: string, type: string): Reply {
  const body = readFileSync(new URL(name, import.meta.url), 'utf8');
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body };
}

/**
 * Nothing from other sites, no script except our own file, never inside another site. form-action also names the payment
 * page: Chromium blocks a redirect after a form to a site that is not named.
 */
function securityHeaders({ config }: Shop): Record<string, string> {
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self' ${config.payOrigin}; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
