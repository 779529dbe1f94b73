import type { Html } from './html.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** In addition to those of the visit. */
  cookies?: string[];
}

export function page(body: Html, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: body.text };
}

/** After a form: reloading the next page does not send the form again. */
export function redirect(location: string, cookies: string[] = []): Reply {
  return { status: 303, headers: { location }, body: '', cookies };
}
