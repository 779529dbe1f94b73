import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { makeCertificate } from '../../server/test/harness/certificate.ts';
import { openBrowser, openPage } from '../browser.ts';
import { openPayments } from './payments.ts';

async function startSite(t: TestContext, listener: RequestListener): Promise<number> {
  // The certificate is self-signed; the browser ignores that.
  const { key, certificate } = await makeCertificate('localhost');
  const server = createServer({ key, cert: certificate }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a partner whose return address redirects to another of its sites gets the player there', async (t) => {
  const welcomePort = await startSite(t, (_request, response) => response.end('Welcome'));
  const returnPort = await startSite(t, ({ url = '/' }, response) => {
    const { search } = new URL(url, 'https://localhost');
    response.writeHead(302, { location: `https://127.0.0.1:${welcomePort}/welcome${search}` }).end();
  });
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  for (const javaScriptEnabled of [true, false]) {
    const path = await payments.create({ redirectUrl: `https://localhost:${returnPort}/return` });
    const page = await openPage(browser, { javaScriptEnabled, ignoreHTTPSErrors: true });
    await page.goto(`${payments.url}${path}/sent`);
    await page.getByRole('button', { name: TEXTS.tr.confirm.yes, exact: true }).click();
    await page.waitForURL(`https://127.0.0.1:${welcomePort}/welcome?**`);
    assert.equal(new URL(page.url()).searchParams.get('svcStatus'), 'waiting_confirmation');
    await page.context().close();
  }
});
