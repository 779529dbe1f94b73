/**
 * Texts that would be script, on the pages of keys, webhooks, money, statements, of one's own factors and sessions, at home, and
 * under the bar of whoever looks as the partner sees it. What no stranger can write there is not tried: a key is letters that we chose
 * (credential_api_key), a network is a cidr, a statement has a number and days, and why an endpoint stands still is one of our own texts.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { turkishDay } from '@vezne/domain/turkish-calendar';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { newId } from '../../server/src/ids.ts';
import { newToken } from '../../server/src/keys/session-tokens.ts';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { insertPerson } from '../../server/test/harness/staff.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { PAYLOADS_FOR_BROWSERS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser } from '../browser.ts';
import { openMorning } from '../console/morning.ts';
import { assertHarmless, saidByEach, watch } from '../signed-in/misdeeds.ts';
import { openPlacePage, resize } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

/** Texts of the page itself are filled in too: a name must not name another text. */
const NAMES = ['$t(nav.home)', '{{name}}', ...PAYLOADS_FOR_BROWSERS].map((one) => one.slice(0, 64));
const PARTNER = '<img src=x onerror=top.x=1>';
const ROWS_OF_A_DIALOG = 25;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** What a partner may send as one: printable, without a space at either end (transaction_external_reference). */
const referenceOf = (payload: string, index: number): string =>
  `${index}-${payload.replaceAll(/[^\u0020-\u007e]/g, '').slice(0, 50)}-x`;
/** An address has no space and no letter beyond ASCII (webhook_endpoint_url). */
const addressOf = (payload: string, index: number): string =>
  `https://shop.example/${index}?${payload.replaceAll(/[^!-~]/g, '')}`;

interface Office {
  page: Page;
  url: string;
  owner: pg.Pool;
  partnerId: string;
  personId: string;
  assertNothingRan: () => Promise<void>;
}

/** Every text is there, as it was written. */
function assertAll(shown: readonly string[], wanted: readonly string[], what: string): void {
  const all = shown.join('\n');
  assert.deepEqual(
    wanted.filter((text) => !all.includes(text)),
    [],
    what,
  );
}

/** As on a phone, where tables are cards. */
async function alsoOnPhone({ page, assertNothingRan }: Office): Promise<void> {
  await assertNothingRan();
  await resize(page, PHONE);
  await assertNothingRan();
  await resize(page, DESKTOP);
}

async function lookAtKeys(office: Office): Promise<void> {
  const { page, url, owner, partnerId } = office;
  const colleague = await insertPartnerPerson(owner, { partnerId, roles: ['developer'], factors: 'none' });
  await assert.rejects(
    owner.query(`update partner set allowed_networks = array['<b>']::cidr[]`),
    /invalid input syntax/,
  );
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id) values ($1, $2, '{}', '{198.51.100.7/32}', $3)`,
    [newId(), partnerId, colleague.id],
  );
  await page.goto(`${url}/credentials`);
  await page.getByText(`${colleague.name} şu ağları istedi`).waitFor();
  for (const form of ['curl', 'TypeScript', '.env'])
    await page.getByRole('tab', { name: form, exact: true }).click();
  const code = await page.getByRole('tabpanel').textContent();
  assert.ok(code?.includes(`VEZNE_URL=https://pay.example/${PARTNER}`), code ?? '');
  await alsoOnPhone(office);
}

async function lookAtWebhooks(office: Office, endpointId: string, reference: string): Promise<void> {
  const { page, url, owner, partnerId } = office;
  const addresses = NAMES.map(addressOf);
  // They ask for what never happens: lists of events are another test's affair, and so many of them are slow.
  await owner.query(
    `insert into webhook_endpoint (id, partner_id, url, event_types, status, last_feed_no, created_by)
     select gen_random_uuid(), $1, address, '{withdrawal.rejected}', case when no % 2 = 0 then 'active' else 'paused' end, 0, 'test'
     from unnest($2::text[]) with ordinality as given (address, no)`,
    [partnerId, addresses],
  );
  await page.goto(`${url}/webhooks`);
  await page.locator('main h2').nth(NAMES.length).waitFor();
  assertAll(await page.locator('main h2').allTextContents(), addresses, 'addresses');
  const labels = await page
    .locator('main section')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  assertAll(labels, addresses, 'their labels');

  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, error, answer_start)
     select $1, e.id, given.no, now() + given.no * interval '1 second', 12, 500, given.text, given.text
     from event e, unnest($3::text[]) with ordinality as given (text, no) where e.external_reference = $2`,
    [endpointId, reference, NAMES],
  );
  const own = page.getByRole('region', { name: 'https://shop.example/hooks', exact: true });
  const listed = own.getByRole('table', { name: 'Son bildirimler' }).locator('tbody tr');
  await listed.first().waitFor();
  // The fifty that a page shows, the newest first.
  assertAll(await listed.allTextContents(), NAMES.map(referenceOf).slice(-50), 'references of events');
  await own.getByRole('button', { name: `Ayrıntı: deposit.approved, ${reference}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('li pre').first().waitFor();
  assertAll(await dialog.locator('li pre').allTextContents(), NAMES, 'answers');
  assertAll(await dialog.locator('li > span:first-child').allTextContents(), NAMES, 'errors');
  await alsoOnPhone(office);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function lookAtMoney(office: Office): Promise<void> {
  const { page, url } = office;
  await page.goto(`${url}/money`);
  const rows = page.getByRole('table', { name: 'Kayıtlar' }).locator('tbody tr');
  await rows.first().waitFor();
  const older = page.getByRole('button', { name: 'Daha eskiler' });
  for (let presses = 0; presses < 20 && (await older.count()) > 0; presses += 1) {
    const before = await rows.count();
    await older.click();
    await rows.nth(before).waitFor();
  }
  const listed = await rows.allTextContents();
  assertAll(listed, NAMES, 'players');
  assertAll(listed, NAMES.map(referenceOf), 'references');
  await alsoOnPhone(office);
}

async function lookAtStatements(office: Office): Promise<void> {
  const { page, url, owner, partnerId, personId } = office;
  const today = turkishDay(new Date());
  await owner.query(
    `insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id, state, partner_name,
       first_entry_no, last_entry_no, reserved_first_entry_no, reserved_last_entry_no, size_bytes, sha256, ended_at)
     values (gen_random_uuid(), $1, $4, $4, 'tr', 'csv', $2, 'ready', $3, 1, 0, 1, 0, 3, sha256('abc'), now())`,
    [partnerId, personId, PARTNER, today],
  );
  for (const path of ['/statements', `/statements/${today.slice(0, 'yyyy-mm'.length)}`]) {
    await page.goto(url + path);
    await page.getByRole('link', { name: /^İndir: / }).waitFor();
    assert.ok((await page.locator('body').textContent())?.includes(PARTNER), 'the name of the partner');
    await alsoOnPhone(office);
  }
}

async function lookAtFactors(office: Office): Promise<void> {
  const { page, url, owner, personId, assertNothingRan } = office;
  const fill = async (names: readonly string[]): Promise<void> => {
    await owner.query('delete from partner_passkey where person_id = $1', [personId]);
    await owner.query(
      `insert into partner_passkey (id, person_id, credential_id, public_key, name, is_backed_up)
     select gen_random_uuid(), $1, sha256(name::bytea), 'x', name, false from unnest($2::text[]) as given (name)`,
      [personId, [...new Set(names)]],
    );
  };
  await fill(NAMES);
  await page.goto(`${url}/profile`);
  await page.locator('main li b').first().waitFor();
  assertAll(await page.locator('main li b').allTextContents(), NAMES, 'passkeys');
  const dialog = page.getByRole('dialog');
  await alsoOnPhone(office);
  // Each dialog draws the list anew, so that is short now.
  for (let from = 0; from < NAMES.length; from += ROWS_OF_A_DIALOG) {
    const names = NAMES.slice(from, from + ROWS_OF_A_DIALOG);
    await fill(names);
    await page.reload();
    await page.locator('main li b').first().waitFor();
    for (const act of ['yeniden adlandır', 'kaldır'])
      assertAll(
        await saidByEach(page, { buttons: `button[aria-label$="anahtarını ${act}"]`, cancel: 'Vazgeç' }),
        names,
        act,
      );
  }
  await assertNothingRan();

  await owner.query(
    `insert into partner_session (id, token_hash, person_id, expires_at, address, user_agent)
     select gen_random_uuid(), sha256(name::bytea), $1, now() + interval '1 hour', '192.0.2.1', name
     from unnest($2::text[]) as given (name)`,
    [personId, [...new Set(NAMES)]],
  );
  await page.goto(`${url}/sessions`);
  const devices = page.locator('tbody th');
  await devices.first().waitFor();
  assertAll(
    await devices.evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? '')),
    NAMES,
    'browsers',
  );
  await page.locator('tbody button').last().click();
  await dialog.getByRole('heading').first().waitFor();
  await page.keyboard.press('Escape');
  await alsoOnPhone(office);
}

async function lookAtHome(office: Office): Promise<void> {
  const { page, url } = office;
  await page.goto(`${url}/`);
  const rows = page.getByRole('table', { name: 'Son işlemler' }).locator('tbody tr');
  await rows.first().waitFor();
  assertAll(await rows.allTextContents(), [referenceOf(NAMES.at(-1) ?? '', NAMES.length - 1)], 'the latest');
  await page.locator('main li [title]').first().waitFor();
  assertAll(await page.locator('main li [title]').allTextContents(), NAMES.map(addressOf), 'addresses');
  await alsoOnPhone(office);
}

/** Somebody of ours looks: who that is, is nobody's affair. */
async function lookAsOurs(office: Office): Promise<void> {
  const { page, url, owner, partnerId } = office;
  const name = 'Gizli <svg onload=top.x=1>';
  const { id: staffId, handle } = await insertPerson(owner, { roles: ['administrator'], name });
  const sessionId = newId();
  const { token, tokenHash } = newToken();
  await owner.query(
    `insert into staff_session (id, token_hash, staff_id, expires_at, address, user_agent)
     values ($1, $2, $3, now() + interval '1 hour', '192.0.2.1', $4)`,
    [sessionId, randomBytes(32), staffId, PARTNER],
  );
  await owner.query(
    `insert into partner_look (id, partner_id, staff_session_id, reason, token_hash) values ($1, $2, $3, $4, $5)`,
    [newId(), partnerId, sessionId, name, tokenHash],
  );
  await page.context().clearCookies();
  await page.goto(`${url}/look#${token}`);
  const bar = page.locator('aside').filter({ hasText: PARTNER });
  await bar.waitFor();
  await page.getByRole('table', { name: 'Son işlemler' }).waitFor();
  const shown = (await page.content()) + String(await page.locator('body').textContent());
  assert.ok(!shown.includes('Gizli') && !shown.includes(handle), 'nobody of ours is named');
  await alsoOnPhone(office);
}

test('keys, webhooks, money, statements, factors, sessions, home and the bar of a look are only text', async (t) => {
  const portal = await openPortal(t, {
    environment: 'development',
    // Ours, and no stranger's; but it stands in what people copy.
    config: { apiUrl: `https://pay.example/${PARTNER}` },
  });
  const { owner, url } = portal;
  const morning = await openMorning(owner, { partnerName: PARTNER });
  const { partnerId } = morning;
  for (const [index, name] of NAMES.entries())
    await morning.approved({ name, username: name, reference: referenceOf(name, index) });
  const { id: endpointId } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  const person = await insertPartnerPerson(owner, { partnerId, factors: 'none', name: NAMES[30] ?? '' });
  const { page, messages } = await openPlacePage(await openBrowser(t));
  const misdeeds = watch(page, url);
  await enter(page, url, person);
  const office: Office = {
    page,
    url,
    owner,
    partnerId,
    personId: person.id,
    assertNothingRan: async () => await assertHarmless(page, portal, { misdeeds, messages }),
  };
  await lookAtKeys(office);
  await lookAtMoney(office);
  await lookAtWebhooks(office, endpointId, referenceOf(NAMES.at(-1) ?? '', NAMES.length - 1));
  await lookAtHome(office);
  await lookAtStatements(office);
  await lookAtFactors(office);
  await lookAsOurs(office);
});
