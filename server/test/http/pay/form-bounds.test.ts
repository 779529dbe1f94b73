// In a process of its own: its processor time is measured.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/clock.ts';
import { REQUEST_TIME_LIMITS } from '../../../src/http/server/time-limits.ts';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import { openLine, startImpatientApi } from '../server/impatient-api.ts';
import { BOUNDARY, give, multipart, pdf, sentPage, upload } from './detail-forms.ts';
import { newPage, press } from './pages.ts';

const { problems, given } = TEXTS.tr.details;
const TEXT_MAX_BYTES = 1024;
/** A weak mobile link, 300 kbit/s, in bytes a second. */
const WEAK_LINK = 37_500;

/** Pages have less than 20 KB, whatever was sent. */
const MOST_ANSWER_BYTES = 20_000;

/** Begins an upload on a new connection and sends a part of it. */
function beginUpload(t: Parameters<typeof openLine>[0], { url }: TestApi, path: string, body: Buffer) {
  const line = openLine(t, url);
  line.socket.write(
    `POST ${path}/details HTTP/1.1\r\nHost: pay.example\r\nConnection: close\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  return line;
}

suite('a text in a form', { concurrency: 4 }, () => {
  test('of more than 1 KiB is refused beside its field, is not repeated, and does not undo the file', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    const long = 'q'.repeat(TEXT_MAX_BYTES + 1);
    const refused = await upload(api, path, multipart([{ content: pdf() }], { senderName: long }));
    assert.equal(refused.status, 422);
    assert.ok(refused.text.includes(problems.senderName));
    assert.ok(!refused.text.includes('qqqq'));
    assert.ok(refused.text.includes(`${given.receipt}: 1 dosya`), 'the receipt has arrived');
    for (const [field, text] of [
      ['senderName', 'q'.repeat(TEXT_MAX_BYTES)],
      ['ibanLastFour', long],
      ['sentAt', long],
    ] as const) {
      const answers = [
        await upload(api, path, multipart([], { [field]: text })),
        await give(api, path, { [field]: text }),
      ];
      for (const { status, text: page } of answers) {
        assert.equal(status, 422, field);
        assert.ok(page.includes(`id="${field}-problem"`), field);
        assert.equal(page.includes('qqqq'), text.length <= TEXT_MAX_BYTES);
      }
      // A person sends one form at a time.
      await sleep(500);
    }
  });

  test('with thousands of marks on a letter costs no more than any other', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    for (const body of [
      multipart([], { senderName: `a${'\u0301\u0316'.repeat(500_000)}` }),
      multipart([], { senderName: '"'.repeat(2_200_000) }),
      Buffer.from(
        multipart([], { senderName: 'x' })
          .toString()
          .replace('="senderName"', `="${'n'.repeat(2_000_000)}"`),
      ),
    ]) {
      const before = process.cpuUsage();
      const { status, text } = await upload(api, path, body);
      const { user } = process.cpuUsage(before);
      assert.equal(status, 422);
      assert.ok(text.length < MOST_ANSWER_BYTES, `${text.length} characters`);
      // Composing the marks alone would take minutes. The client runs in this process too.
      assert.ok(user < 1_000_000, `${user} µs`);
      await sleep(600);
    }
  });

  test('of a press is read up to 1 KiB, and a page for another try repeats no more', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const fields = new URLSearchParams({ shownIban: 'q'.repeat(8_000), next: 'details' });
    const pressed = await send(api.url, {
      path: `${path}/sent?lang=tr&junk=${'j'.repeat(8_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    });
    // Nothing was shown, as far as we can read.
    assert.deepEqual(
      [pressed.status, pressed.headers.location],
      [303, `${path}/details?lang=tr&for=receipt`],
    );
    const tooLarge = await send(api.url, {
      path: `${path}/sent?lang=tr&junk=${'j'.repeat(8_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'x'.repeat(17_000),
    });
    assert.equal(tooLarge.status, 413);
    assert.ok(!tooLarge.text.includes('jjjj'));
  });
});

/** An api whose clock stops when `next` is called, and then moves by calls of it alone: a second has room for as many forms as a test sends. */
async function startSteppedApi(t: TestContext): Promise<{ api: TestApi; next: (ms?: number) => void }> {
  let heldMs: number | undefined;
  const nowMs = (): number => heldMs ?? systemClock.monotonicMs();
  const api = await startImpatientApi(t, REQUEST_TIME_LIMITS, {
    config: { trustedProxies: ['127.0.0.1'] },
    clock: { ...systemClock, monotonicMs: nowMs },
  });
  return {
    api,
    next(ms = 1_000) {
      // Whole, so that two steps add up to a second exactly.
      heldMs = Math.ceil(nowMs()) + ms;
    },
  };
}

test('a deposit may have two files a second, and five forms', async (t) => {
  const { api, next } = await startSteppedApi(t);
  const path = await sentPage(api);
  const statuses = async (body: Buffer): Promise<number[]> => {
    next();
    const answers = [];
    for (let index = 0; index < 7; index += 1) answers.push(await upload(api, path, body));
    return answers.map(({ status }) => status);
  };
  const long = await statuses(multipart([{ content: Buffer.alloc(20_000) }]));
  const short = await statuses(multipart([{ content: Buffer.alloc(20) }]));
  assert.deepEqual(long, [415, 415, 429, 429, 429, 429, 429]);
  assert.deepEqual(short, [415, 415, 415, 415, 415, 429, 429]);
});

suite('a network', { concurrency: 4 }, () => {
  test('may send fifty forms a second, and others are not affected', async (t) => {
    const { api, next } = await startSteppedApi(t);
    const paths: string[] = [];
    for (let index = 0; index < 12; index += 1) paths.push(await sentPage(api));
    const pressFrom = async (from: string, path: string) =>
      await send(api.url, {
        path: `${path}/sent`,
        headers: { 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'next=details',
      });
    next();
    const answers = await Promise.all(
      Array.from(
        { length: 240 },
        async (_, index) => await pressFrom('203.0.113.5', paths[index % 12] ?? ''),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 190);
    assert.equal(answers.filter(({ status }) => status === 303).length, 50);
    const [page] = refused;
    assert.equal(page?.headers['retry-after'], '1');
    // The press is offered again.
    assert.match(page?.text ?? '', /<form method="post" action="[^"]*\/sent"[^]*name="next" value="details"/);
    assert.equal((await pressFrom('203.0.113.6', paths[0] ?? '')).status, 303);
    next(999);
    assert.equal((await pressFrom('203.0.113.5', paths[0] ?? '')).status, 429);
    next(1);
    assert.equal((await pressFrom('203.0.113.5', paths[0] ?? '')).status, 303);
  });

  test('that stalls its uploads keeps out no other network, and its uploads are cut', async (t) => {
    const api = await startImpatientApi(
      t,
      { headersWithinMs: 10_000, bodyWithinMs: 10_000, stalledWithinMs: 1_000, lookEveryMs: 100 },
      { config: { trustedProxies: ['127.0.0.1'] } },
    );
    const paths: string[] = [];
    for (let index = 0; index < 22; index += 1) paths.push(await sentPage(api));
    const body = multipart([{ content: pdf('', 100_000) }]);
    const lines = paths.slice(0, 20).map((path) => beginUpload(t, api, path, body));
    await sleep(300);
    const other = await send(api.url, {
      path: `${paths.at(-1)}/details`,
      headers: {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'x-forwarded-for': '203.0.113.6',
      },
      body,
    });
    assert.equal(other.status, 303);
    const endedMs = await Promise.all(lines.map(async ({ ended }) => await ended));
    const [heard, unheard] = [
      lines.filter((line) => line.heard() !== ''),
      lines.filter((line) => line.heard() === ''),
    ];
    assert.equal(unheard.length, 8, 'the share of the network was cut without an answer');
    assert.ok(heard.every((line) => line.heard().startsWith('HTTP/1.1 429 ')));
    assert.ok(Math.max(...endedMs) < 5_000, `${Math.max(...endedMs)} ms`);
    assert.equal((await upload(api, paths.at(-2) ?? '', body)).status, 303, 'there is room again');
  });
});

suite('an upload', { concurrency: 4 }, () => {
  const limits = { headersWithinMs: 5_000, bodyWithinMs: 300, stalledWithinMs: 1_000, lookEveryMs: 50 };

  test('over a weak mobile link is served, although it pauses', async (t) => {
    const api = await startImpatientApi(t, limits);
    const path = await sentPage(api);
    const body = multipart([{ content: pdf('', 4 * WEAK_LINK) }]);
    const { socket, heard, ended } = beginUpload(t, api, path, body);
    for (let at = 0; at < body.length; at += WEAK_LINK / 4) {
      socket.write(body.subarray(at, at + WEAK_LINK / 4));
      await sleep(at === WEAK_LINK ? 600 : 250);
    }
    await ended;
    assert.match(heard(), /^HTTP\/1\.1 303 /);
  });

  for (const [what, bytesPerSecond] of [
    ['stalls', 0],
    ['comes drop by drop', 4_000],
  ] as const)
    test(`that ${what} is cut within seconds, whatever has come of it`, async (t) => {
      const api = await startImpatientApi(t, limits);
      const path = await sentPage(api);
      const body = multipart([{ content: pdf('', 1_000_000) }]);
      const { socket, heard, ended } = beginUpload(t, api, path, body);
      socket.write(body.subarray(0, 900_000));
      let at = 900_000;
      const drip = setInterval(() => socket.write(body.subarray(at, (at += bytesPerSecond / 20))), 50);
      t.after(() => clearInterval(drip));
      const endedMs = await ended;
      assert.equal(heard(), '');
      assert.ok(endedMs >= 1_000 && endedMs < 5_000, `${endedMs} ms`);
      assert.equal((await upload(api, path, [{ content: pdf() }])).status, 303);
    });

  test('of a form without a file is held to the same rate', async (t) => {
    const api = await startImpatientApi(t, limits);
    const path = await sentPage(api);
    const { heard, ended } = beginUpload(t, api, path, Buffer.alloc(1_000));
    const endedMs = await ended;
    assert.equal(heard(), '');
    assert.ok(endedMs < 5_000, `${endedMs} ms`);
    assert.equal((await press(api, path)).status, 303);
  });
});
