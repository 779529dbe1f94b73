import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newToken, playerOfSession } from '../players.ts';
import type { Player } from '../players.ts';
import type { Shop } from '../shop.ts';
import { TEXTS } from './texts/texts.ts';
import type { Language, Texts } from './texts/model.ts';

/** One request of a person's browser. */
export interface Visit {
  method: string;
  url: URL;
  language: Language;
  texts: Texts;
  token: string;
  player: Player | undefined;
  /** Part of every form, so no other site can send one in the player's name. */
  formToken: string;
  /** Cookies to set with the response. */
  cookies: string[];
}

export function visitOf({ config, database }: Shop, request: IncomingMessage): Visit {
  // Joined as text: with URL resolution, //elsewhere would name another host.
  const url = new URL(`${config.publicUrl}${request.url ?? '/'}`);
  const cookies = readCookies(request.headers.cookie ?? '');
  const asked = languageIn(url.searchParams.get('lang'));
  const language =
    asked ??
    languageIn(cookies.get('shop_language')) ??
    preferredLanguage(request.headers['accept-language']);
  const known = cookies.get('shop_session');
  const token = known ?? newToken();
  return {
    method: request.method ?? 'GET',
    url,
    language,
    texts: TEXTS[language],
    token,
    player: playerOfSession(database.read, token),
    formToken: formTokenOf(token),
    cookies: [
      ...(known === undefined ? [sessionCookie(config.publicUrl, token)] : []),
      ...(asked === undefined ? [] : [`shop_language=${asked}; Path=/; Max-Age=31536000; SameSite=Lax`]),
    ],
  };
}

/** Lax: the player comes back from the payment page by a link on another site, and must still be signed in. */
export function sessionCookie(publicUrl: string, token: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `shop_session=${token}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

export function isOwnForm({ formToken }: Visit, sent: string | null): boolean {
  const [expected, given] = [Buffer.from(formToken), Buffer.from(sent ?? '')];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Only a reader of the cookie can compute it, and it does not reveal the cookie. */
function formTokenOf(token: string): string {
  return createHash('sha256').update(`form ${token}`).digest('base64url');
}

function readCookies(header: string): Map<string, string> {
  return new Map(
    header.split(';').flatMap((part): [string, string][] => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return value === '' ? [] : [[name, value]];
    }),
  );
}

function languageIn(text: string | null | undefined): Language | undefined {
  return text === 'tr' || text === 'en' ? text : undefined;
}

/** Turkish, unless the browser asks for another language first: people who read neither are more likely to read English. */
function preferredLanguage(header: string | undefined): Language {
  const first = /^\s*([a-z]{2})/i.exec(header ?? '')?.[1]?.toLowerCase();
  return first === undefined || first === 'tr' ? 'tr' : 'en';
}
