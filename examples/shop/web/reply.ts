import type { Html } from './html.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Besides those of the visit. */
  cookies?: string[];
}

export function page(body: Html, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: body.text };
}

/** After a form, so that a reload of the page that follows sends nothing again. */
export function redirect(location: string, cookies: string[] = []): Reply {
  return { status: 303, headers: { location }, body: '', cookies };
}
