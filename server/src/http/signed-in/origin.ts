import type { IncomingHttpHeaders } from 'node:http';
import { SignInError } from './sign-in-error.ts';

/**
 * Refuses what did not come from a page of the place itself. Browsers say where a request comes from and let no page change it. What may
 * change something must say it; what only reads may come without, as when somebody types the address.
 */
export function checkOrigin(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  own: string,
): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isRead = method === 'GET' || method === 'HEAD';
  const isOwnOrigin = origin === undefined ? isRead : origin === own;
  const isOwnSite = site === undefined || site === 'same-origin' || (isRead && site === 'none');
  if (!isOwnOrigin || !isOwnSite) throw new SignInError('origin_refused');
}
