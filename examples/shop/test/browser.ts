import assert from 'node:assert/strict';

export interface Page {
  status: number;
  location: string | null;
  text: string;
}

/** A player with a browser without scripts: it keeps cookies and fills in forms, but follows nothing by itself. */
export interface Browser {
  get(path: string): Promise<Page>;
  /** Sends a form with all its hidden fields, unless told otherwise. */
  submit(path: string, fields: Record<string, string>): Promise<Page>;
  /** The hidden fields of the form, for a test that sends it itself. */
  hiddenFields(path: string): Promise<Record<string, string>>;
  send(path: string, fields: Record<string, string>): Promise<Page>;
  /** The balance that the player reads, in cents. */
  balance(): Promise<bigint>;
}

export function openBrowser(shopUrl: () => string): Browser {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${shopUrl()}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { 'accept-language': 'en', cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, location: headers.get('location'), text: await response.text() };
  }

  const browser: Browser = {
    get: async (path) => await request(path, {}),
    send: async (path, fields) => await request(path, { method: 'POST', body: new URLSearchParams(fields) }),
    async hiddenFields(path) {
      const { text } = await browser.get(path);
      const main = text.slice(text.indexOf('<main'));
      const fields = [...main.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
      return Object.fromEntries(fields.map(([, name, value]) => [name, value])) as Record<string, string>;
    },
    submit: async (path, fields) =>
      await browser.send(path, { ...(await browser.hiddenFields(path)), ...fields }),
    async balance() {
      const { text } = await browser.get('/');
      const [, minus, written = ''] = /class="balance">(−?)₺([\d,]+\.\d\d)</.exec(text) ?? assert.fail(text);
      const cents = BigInt(written.replaceAll(/[,.]/g, ''));
      return minus === '' ? cents : -cents;
    },
  };
  return browser;
}

/** A player who has entered the shop. */
export async function openPlayer(shopUrl: () => string, username: string): Promise<Browser> {
  const browser = openBrowser(shopUrl);
  const { formToken = assert.fail() } = await browser.hiddenFields('/');
  const entered = await browser.send('/player', { formToken, username, fullName: 'Ayşe Işık' });
  assert.equal(entered.status, 303);
  return browser;
}
