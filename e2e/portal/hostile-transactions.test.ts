/** Players, references and answers of a partner's own server that would be script. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { PAYLOADS_FOR_BROWSERS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser } from '../browser.ts';
import { openMorning } from '../console/morning.ts';
import { assertHarmless, goInside, watch } from '../signed-in/misdeeds.ts';
import { openPlacePage, resize } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

const NAMES = PAYLOADS_FOR_BROWSERS.map((payload) => payload.slice(0, 64));

/** A page shows the newest tries of an event. Those of an endpoint, in hostile-office, are all of them. */
const SHOWN_TRIES = 20;

/** What a partner may send as one: printable, without a space at either end. */
const referenceOf = (payload: string, index: number): string =>
  `${index}-${payload.replaceAll(/[^\u0020-\u007e]/g, '').slice(0, 50)}-x`;

test('players, references and answers are only text, in the list, in its cards and beside one transaction', async (t) => {
  const portal = await openPortal(t, { environment: 'development' });
  const { owner, url } = portal;
  const morning = await openMorning(owner, { partnerName: '<img src=x onerror=top.x=1>' });
  const { partnerId } = morning;
  const ids: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    const texts = { name, username: name, sender: name, reference: referenceOf(name, index) };
    ids.push(await morning.waiting({ ...texts, minutesAgo: NAMES.length - index }));
  }
  const decided = await morning.approved();
  const endpoint = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
     select $1, e.id, answer.no, now() + answer.no * interval '1 second', 12, 500, answer.start
     from event e, unnest($3::text[]) with ordinality as answer (start, no) where e.transaction_id = $2`,
    [endpoint.id, decided, NAMES],
  );
  const person = await insertPartnerPerson(owner, { partnerId, factors: 'none' });
  const { page, messages } = await openPlacePage(await openBrowser(t));
  const misdeeds = watch(page, url);
  await enter(page, url, person);
  await page.goto(`${url}/transactions`);
  const rows = page.getByRole('table', { name: 'İşlemler' }).locator('tbody tr');
  await rows.first().waitFor();
  const older = page.getByRole('button', { name: 'Daha eskiler' });
  for (let presses = 0; presses < 20 && (await older.count()) > 0; presses += 1) {
    const before = await rows.count();
    await older.click();
    await rows.nth(before).waitFor();
  }
  const listed = (await rows.allTextContents()).join('\n');
  for (const [index, name] of NAMES.entries()) {
    assert.ok(listed.includes(name), name);
    assert.ok(listed.includes(referenceOf(name, index)), name);
  }
  await resize(page, { width: 390, height: 844 });
  await page.getByRole('list', { name: 'İşlemler' }).waitFor();
  await assertHarmless(page, portal, { misdeeds, messages });
  for (const [index, id] of ids.entries()) {
    await goInside(page, `/transactions/${id}`);
    await page
      .getByText(referenceOf(NAMES[index] ?? '', index))
      .first()
      .waitFor();
    assert.ok((await page.locator('main').textContent())?.includes(NAMES[index] ?? '-'), id);
  }
  await page.goto(`${url}/transactions/${decided}`);
  await page.locator('main pre').first().waitFor();
  const answers = await page.locator('main pre').allTextContents();
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  assert.deepEqual(answers.map(oneLine).toSorted(), NAMES.slice(-SHOWN_TRIES).map(oneLine).toSorted());
  await page.goto(`${url}/`);
  await page.locator('main section').first().waitFor();
  await assertHarmless(page, portal, { misdeeds, messages });
});
