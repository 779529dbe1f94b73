import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { insertPerson } from '../../server/test/harness/staff.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { PAYLOADS_FOR_BROWSERS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser } from '../browser.ts';
import { enter, openConsole, openConsolePage } from './console.ts';
import { assertHarmless, assertListed, openEach, watch } from '../signed-in/misdeeds.ts';
import { PNG, openMorning } from './morning.ts';
import { openPayouts } from './payouts.ts';

/** After so many rows, what can be pressed beside one is pressed. */
const TOGETHER = 20;

test('names and references that would be script are only text, in the queue, beside the decision and in the search', async (t) => {
  const database = await createTestDatabase(t);
  const desk = await openConsole(t, { database, environment: 'development' });
  const morning = await openMorning(desk.owner);
  const payloads = PAYLOADS_FOR_BROWSERS;
  const ids: string[] = [];
  for (const [index, payload] of payloads.entries()) {
    const name = payload.slice(0, 64);
    const texts = { name, username: name, sender: name, reference: referenceOf(payload, index) };
    ids.push(await morning.waiting({ ...texts, minutesAgo: payloads.length - index }));
  }
  const anyName = '<img src=x onerror=top.x=1>';
  await desk.owner.query('update partner set name = $2 where id = $1', [morning.partnerId, anyName]);
  await desk.owner.query('update bank_account set bank_name = $2, holder_name = $2 where id = $1', [
    morning.accountId,
    anyName,
  ]);
  const person = await insertPerson(desk.owner, { factors: 'none', name: 'Elif Demir' });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  const misdeeds = watch(page, desk.url);
  await enter(page, desk.url, person);
  await page.goto(`${desk.url}/deposits`);
  await page.locator('[role=rowgroup] [role=row]').first().waitFor();
  const rows = ids.map((id, index) => {
    const payload = payloads[index] ?? '';
    return { id, name: payload.slice(0, 64), reference: referenceOf(payload, index) };
  });
  for (let index = 0; index < rows.length; index += TOGETHER) {
    const some = rows.slice(index, index + TOGETHER);
    await openEach(
      page,
      some.map(({ id, name, reference }) => ({ id, texts: [name, reference] })),
      { from: index === 0 ? 'first' : 'before' },
    );
    const { name, reference } = some[0] ?? assert.fail();
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill(reference);
    await page.getByRole('dialog').getByText(name).first().waitFor();
    await page.keyboard.press('Escape');
    // Every sheet says some of the names too.
    for (const key of ['a', 'r', 'b']) {
      await page.keyboard.press(key);
      await page.keyboard.press('Escape');
    }
  }
  assert.equal(await page.evaluate('window.x'), undefined);
  assert.deepEqual(misdeeds, []);
  assert.deepEqual(messages, []);
  assert.deepEqual(desk.policyReports(), []);
});

/** What a partner may send as one: printable, without a space at either end. */
function referenceOf(payload: string, index: number): string {
  return `${index}-${payload.replaceAll(/[^\u0020-\u007e]/g, '').slice(0, 100)}-x`;
}

test('answers of a partner’s server that would be script are only text in the timeline', async (t) => {
  const database = await createTestDatabase(t);
  const desk = await openConsole(t, { database, environment: 'development' });
  const morning = await openMorning(desk.owner);
  const endpoint = await insertEndpoint(desk.owner, {
    partnerId: morning.partnerId,
    url: 'https://shop.example/hooks',
  });
  const person = await insertPerson(desk.owner, { factors: 'none', name: 'Elif Demir' });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  const misdeeds = watch(page, desk.url);
  await enter(page, desk.url, person);
  const payloads = PAYLOADS_FOR_BROWSERS;
  const middle = Math.ceil(payloads.length / 2);
  for (const part of [payloads.slice(0, middle), payloads.slice(middle)]) {
    const id = await morning.approved();
    await desk.owner.query(
      `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
       select $1, e.id, answer.no, now() + answer.no * interval '1 second', 12, 500, answer.start
       from event e, unnest($3::text[]) with ordinality as answer (start, no) where e.transaction_id = $2`,
      [endpoint.id, id, part.map((payload) => payload.slice(0, 1_000))],
    );
    await page.goto(`${desk.url}/deposits/${id}`);
    const entries = page
      .getByRole('complementary')
      .locator('ol li, ul li')
      .filter({ hasText: 'deposit.approved' });
    await entries.first().waitFor();
    assert.equal(await entries.count(), part.length);
  }
  assert.equal(await page.evaluate('window.x'), undefined);
  assert.deepEqual(misdeeds, []);
  assert.deepEqual(messages, []);
  assert.deepEqual(desk.policyReports(), []);
});

test('payouts whose player, holder and bank would be script are only text, in the queue and beside every step', async (t) => {
  const database = await createTestDatabase(t);
  const desk = await openConsole(t, { database, environment: 'development' });
  const payouts = await openPayouts(desk.owner, '<img src=x onerror=top.x=1>');
  const payloads = PAYLOADS_FOR_BROWSERS.map((payload) => payload.slice(0, 64));
  const paid: { id: string; holder: string }[] = [];
  const queued: { id: string; holder: string }[] = [];
  for (const [index, name] of payloads.entries()) {
    const isPaid = index % 20 === 19;
    // Another holder than the player: the pane writes both, letter by letter. One that is paid was authorised by one person, so it has the player's.
    const holder = isPaid ? name : (payloads.at(index - 1) ?? name);
    const stage = isPaid ? payouts.paid : payouts.queued;
    const id = await stage({ name, holder, username: name, bank: name, minutesAgo: payloads.length - index });
    (isPaid ? paid : queued).push({ id, holder });
  }
  const person = await insertPerson(desk.owner, { factors: 'none', name: 'Elif Demir' });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  const misdeeds = watch(page, desk.url);
  await enter(page, desk.url, person);
  await page.goto(`${desk.url}/withdrawals`);
  await page.locator('[role=rowgroup] [role=row]').first().waitFor();
  await assertListed(
    page,
    payloads.filter((_, index) => index % 20 !== 19),
  );
  const pane = page.getByRole('complementary');
  for (const { id, holder } of paid) {
    await page.goto(`${desk.url}/withdrawals/${id}`);
    await pane.locator('footer').waitFor();
    await pane.getByText(holder).first().waitFor();
  }
  await page.goto(`${desk.url}/withdrawals`);
  await page.locator('[role=rowgroup] [role=row]').first().waitFor();
  for (let index = 0; index < queued.length; index += TOGETHER) {
    await openEach(
      page,
      queued.slice(index, index + TOGETHER).map(({ id, holder }) => ({ id, texts: [holder] })),
      { from: index === 0 ? 'first' : 'before' },
    );
    for (const key of ['t', 'r']) {
      await page.keyboard.press(key);
      await page.keyboard.press('Escape');
    }
  }
  assert.equal(await page.evaluate('window.x'), undefined);
  assert.deepEqual(misdeeds, []);
  assert.deepEqual(messages, []);
  assert.deepEqual(desk.policyReports(), []);
});

test('answers, addresses and references of what endpoints did not take are only text', async (t) => {
  const database = await createTestDatabase(t);
  const desk = await openConsole(t, { database, environment: 'development' });
  const morning = await openMorning(desk.owner, { partnerName: '<img src=x onerror=top.x=1>' });
  const answers = PAYLOADS_FOR_BROWSERS.map((payload) =>
    payload.slice(0, 300).replaceAll(/\s+/g, ' ').trim(),
  );
  const references = PAYLOADS_FOR_BROWSERS.map(referenceOf);
  const endpoints: { id: string; answers: string[] }[] = [];
  for (let from = 0; from < answers.length; from += OF_ONE_ENDPOINT) {
    const some = answers.slice(from, from + OF_ONE_ENDPOINT);
    const path = some.join('/').replaceAll(/[^!-~]/g, '');
    const { id } = await insertEndpoint(desk.owner, {
      partnerId: morning.partnerId,
      url: `https://shop.example/${path}`,
    });
    endpoints.push({ id, answers: some });
    for (const [index, answer] of some.entries()) {
      const transactionId = await morning.approved({ reference: references[from + index] ?? '' });
      await desk.owner.query(
        `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at)
         select $1, id, feed_no, external_reference, 'parked', 1, now() from event where transaction_id = $2`,
        [id, transactionId],
      );
      await desk.owner.query(
        `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
         select $1, id, 1, now(), 12, 500, $3 from event where transaction_id = $2`,
        [id, transactionId, answer],
      );
    }
  }
  const person = await insertPerson(desk.owner, { factors: 'none', roles: ['administrator'] });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  const misdeeds = watch(page, desk.url);
  await enter(page, desk.url, person);
  await page.goto(`${desk.url}/undelivered`);
  await assertListed(page, references);
  for (const { id, answers: expected } of endpoints) {
    await page.goto(`${desk.url}/undelivered/${id}`);
    const bodies = page.getByRole('complementary').locator('pre');
    await bodies.first().waitFor();
    assert.deepEqual(new Set(await bodies.allTextContents()), new Set(expected));
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
  }
  await assertHarmless(page, desk, { misdeeds, messages });
});

/** Each is shown beside its endpoint, and an address has room for as many. */
const OF_ONE_ENDPOINT = 20;

/** Files that pretend, break off, or carry something besides. */
function hostileFiles(): { mediaType: string; content: Buffer }[] {
  const pdf = (body: string): Buffer =>
    Buffer.from(`%PDF-1.7\n${body}\ntrailer<</Root 1 0 R>>\n%%EOF`, 'latin1');
  const page =
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj';
  const action = (entry: string): Buffer =>
    pdf(`1 0 obj<</Type/Catalog/Pages 2 0 R/${entry}>>endobj ${page}`);
  const png = (after: string | Buffer): Buffer => Buffer.concat([PNG, Buffer.from(after)]);
  const huge = Buffer.from(PNG);
  huge.writeUInt32BE(0x7fff_ffff, 16);
  return [
    ...[
      action('OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
      action('OpenAction<</S/URI/URI(https://e.example/)>>'),
      action('OpenAction<</S/Launch/F(calc.exe)>>'),
      action('OpenAction<</S/SubmitForm/F(https://e.example/)>>'),
      action('OpenAction<</S/GoToR/F(https://e.example/a.pdf)>>'),
      action('Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(top.x=1)>>]>>>>'),
      action('AA<</WC<</S/JavaScript/JS(fetch(1))>>>>'),
      action('AcroForm<</XFA(<script>alert(1)</script>)>>'),
      pdf('1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 999999999>>endobj'),
      pdf(`1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj ${page.replace('9 9', '99999999 99999999')}`),
      pdf('<html><script>alert(1)</script>'),
      Buffer.from('%PDF-'),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(65_536, 0x28)]),
    ].map((content) => ({ mediaType: 'application/pdf', content })),
    ...[
      png('<script>alert(1)</script>'),
      png('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      png(Buffer.from('%PDF-1.7')),
      PNG.subarray(0, 40),
      huge,
      Buffer.concat([PNG.subarray(0, 8), Buffer.from('<svg onload=alert(1)>')]),
      Buffer.concat([PNG.subarray(0, 8), Buffer.alloc(1_000, 0xff)]),
    ].map((content) => ({ mediaType: 'image/png', content })),
  ];
}

test('twenty hostile receipts: each is drawn or said to be broken, and nothing else happens', async (t) => {
  const database = await createTestDatabase(t);
  const desk = await openConsole(t, { database, environment: 'development' });
  const morning = await openMorning(desk.owner);
  const person = await insertPerson(desk.owner, { factors: 'none', name: 'Elif Demir' });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  const misdeeds = watch(page, desk.url);
  await enter(page, desk.url, person);
  const files = hostileFiles();
  assert.equal(files.length, 20);
  for (const [index, receipt] of files.entries()) {
    const id = await morning.waiting({ receipt });
    await page.goto(`${desk.url}/deposits/${id}`);
    await page.getByRole('button', { name: 'Dekontu aç' }).click();
    await page.getByRole('dialog').waitFor();
    await page.locator('[role=dialog] [aria-busy=true]').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('window.x'), undefined, `file ${index}`);
  }
  assert.deepEqual(misdeeds, []);
  assert.deepEqual(
    // pdf.js says in the console what it makes of a broken file.
    messages.filter((message) => !message.startsWith('warning: Warning:')),
    [],
  );
  assert.deepEqual(desk.policyReports(), []);
});
