import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { createMailer } from '../../src/mail/smtp.ts';
import { captureLog } from '../harness/log-lines.ts';
import { startMailServer } from '../harness/mail-server.ts';

const MAIL = {
  to: 'zeynep@example.com',
  subject: 'Kayıt bağlantınız',
  text: 'https://console.example/enrol#x',
};
const FAILED = 'a mail could not be sent';

test('a mail goes to one address, whatever that address looks like', async (t) => {
  const { config, received } = await startMailServer(t);
  const { log, lines } = captureLog();
  const mailer = createMailer(config, log);
  assert.equal(await mailer.send(MAIL), true);
  assert.deepEqual(
    received.map(({ from, to }) => [from, to]),
    [['no-reply@vezne.example', ['zeynep@example.com']]],
  );
  assert.match(received[0]?.source ?? '', /^From: "?Vezne"? <no-reply@vezne\.example>$/m);
  // A list of addresses is no address: it reaches nobody, or one odd name, and never the second one.
  await mailer.send({ ...MAIL, to: 'a@example.com, thief@example.net' });
  await mailer.send({ ...MAIL, to: 'a@example.com\r\nBcc: thief@example.net' });
  assert.ok(received.every(({ to }) => !to.includes('thief@example.net')));
  assert.ok(received.every(({ source }) => !/^Bcc:/im.test(source)));
  assert.ok(lines(FAILED).every((line) => !JSON.stringify(line).includes('enrol#')));
});

test('a server that refuses, is silent or is not there costs seconds, and throws nothing', async (t) => {
  const { log, lines } = captureLog();
  const nobody = createServer();
  nobody.listen(0, '127.0.0.1');
  await once(nobody, 'listening');
  const { port } = nobody.address() as AddressInfo;
  nobody.close();
  const refuses = await startMailServer(t, 'refuses');
  const silent = await startMailServer(t, 'silent');
  for (const config of [refuses.config, { ...refuses.config, port }, silent.config]) {
    const begunMs = performance.now();
    assert.equal(await createMailer(config, log).send(MAIL), false);
    assert.ok(performance.now() - begunMs < 12_000);
  }
  assert.equal(lines(FAILED).length, 3);
  assert.ok(
    lines(FAILED).every((line) => !JSON.stringify(line).includes('enrol#')),
    'no link in the log',
  );
});

test('a server that offers no encryption gets no invitation where one is needed', async (t) => {
  const { config, received } = await startMailServer(t);
  const { log } = captureLog();
  assert.equal(await createMailer({ ...config, encryption: 'starttls' }, log).send(MAIL), false);
  assert.deepEqual(received, []);
});
