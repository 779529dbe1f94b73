/** Texts that would be script, in every list that shows what others wrote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { cents } from '@vezne/domain/money';
import type { Page } from 'playwright-core';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import { approveDeposit } from '../../server/src/usecases/deposits/decide.ts';
import { testDecisions } from '../../server/test/harness/desk.ts';
import { signedIn } from '../../server/test/harness/signed-in.ts';
import { insertPerson } from '../../server/test/harness/staff.ts';
import type { PersonOptions } from '../../server/test/harness/staff.ts';
import { PAYLOADS_FOR_BROWSERS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser } from '../browser.ts';
import { enter, openConsolePage } from './console.ts';
import type { RunningConsole } from './console.ts';
import { openDesk } from './desk.ts';
import { assertHarmless, assertListed, watch } from '../signed-in/misdeeds.ts';

const NAMES = PAYLOADS_FOR_BROWSERS.map((payload) => payload.slice(0, 64));
/** So many are beside each other in one pane. */
const TOGETHER = 20;

interface Watched {
  page: Page;
  messages: string[];
  misdeeds: string[];
}

async function lookedAt(t: TestContext, desk: RunningConsole, options: PersonOptions = {}): Promise<Watched> {
  const person = await insertPerson(desk.owner, { factors: 'none', ...options });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  const misdeeds = watch(page, desk.url);
  await enter(page, desk.url, person);
  return { page, messages, misdeeds };
}

test('players who are paying', async (t) => {
  const desk = await openDesk(t);
  const ids: string[] = [];
  for (const name of NAMES) ids.push(await desk.morning.unpaid({ name, username: name }));
  const watched = await lookedAt(t, desk);
  const { page } = watched;
  await page.goto(`${desk.url}/waiting`);
  await assertListed(page, NAMES);
  for (let index = 0; index < ids.length; index += TOGETHER) {
    await page.goto(`${desk.url}/waiting/${ids[index]}`);
    const pane = page.getByRole('complementary');
    await pane.locator('footer button').first().waitFor();
    assert.ok((await pane.textContent())?.includes(NAMES[index] ?? '-'));
    await page.keyboard.press('o');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }
  await assertHarmless(page, desk, watched);
});

test('entries of the audit log: who, about what, and the note', async (t) => {
  const desk = await openDesk(t);
  const write = async (who: string, note: string): Promise<string> => {
    const { rows } = await desk.owner.query<{ id: string }>(
      `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
       values ('command_line', $1, $1, 'partner.set', 'partner', $1, $2) returning id`,
      [who, { note, before: { name: who }, after: { name: note } }],
    );
    return rows[0]?.id ?? assert.fail();
  };
  for (const name of NAMES) await write(name, name);
  const noted: { no: string; names: string[] }[] = [];
  for (let from = 0; from < NAMES.length; from += TOGETHER) {
    const names = NAMES.slice(from, from + TOGETHER);
    noted.push({ no: await write(names[0] ?? '', names.join(' ')), names });
  }
  const watched = await lookedAt(t, desk, { roles: ['senior_operator'] });
  const { page } = watched;
  await page.goto(`${desk.url}/audit`);
  await assertListed(page, NAMES);
  for (const { no, names } of noted) {
    await page.goto(`${desk.url}/audit/${no}`);
    const pane = page.getByRole('complementary');
    await pane.locator('section').nth(1).waitFor();
    const text = (await pane.textContent()) ?? '';
    for (const name of names) assert.ok(text.includes(name), name);
  }
  await assertHarmless(page, desk, watched);
});

test('requests for a second person: the player, the note and who asked', async (t) => {
  const desk = await openDesk(t);
  const { morning, owner } = desk;
  const requests = new Map<string, string>();
  for (const [index, name] of NAMES.entries()) {
    // Whoever asks has such a name too.
    const asker = await insertPerson(owner, { factors: 'none', name });
    const transactionId = await morning.waiting({ name, username: name, amountCents: 6_000_000n });
    const row = (await findDecisionRows(owner, [transactionId], { timeoutMs: 5_000 })).get(transactionId);
    const result = await testDecisions(owner).submit(
      approveDeposit({
        transactionId,
        fingerprint: row?.fingerprint ?? '',
        actor: signedIn({ id: asker.id, name: asker.handle }),
        actualCents: cents(6_000_000n),
        note: name,
      }),
    );
    assert.ok(result.outcome === 'asked', `${index}: ${JSON.stringify(result)}`);
    requests.set(result.requestId, name);
  }
  const watched = await lookedAt(t, desk, { roles: ['senior_operator'] });
  const { page } = watched;
  await page.goto(`${desk.url}/requests`);
  const rows = page.locator('main li button');
  await rows.first().waitFor();
  const listed = (await rows.allTextContents()).join('\n');
  for (const name of NAMES) assert.ok(listed.includes(name), name);
  // From one to the next as people do.
  for (let count = 0; count < requests.size; count += 1) {
    await page.keyboard.press('j');
    await rows.nth(count).and(page.locator('[aria-current=true]')).waitFor();
    const name =
      requests.get(new URL(page.url()).pathname.split('/').at(-1) ?? '') ?? assert.fail(page.url());
    await page.getByText(`“${name}”`, { exact: true }).waitFor();
  }
  for (const key of ['a', 'r']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }
  await assertHarmless(page, desk, watched);
});

test('the overview and the shell: the name of whoever is signed in', async (t) => {
  const desk = await openDesk(t);
  const watched = await lookedAt(t, desk, { name: NAMES.at(-1) ?? '' });
  const { page } = watched;
  await page.goto(`${desk.url}/`);
  await page.getByRole('heading', { name: NAMES.at(-1) ?? '', exact: true }).waitFor();
  await assertHarmless(page, desk, watched);
  // All of them in one answer: a page of its own for each would only be slower.
  for (let from = 0; from < NAMES.length; from += TOGETHER) {
    const name = NAMES.slice(from, from + TOGETHER).join(' ');
    await page.route('**/api/session', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { person: object };
      await route.fulfill({ json: { ...body, person: { ...body.person, name } } });
    });
    await page.goto(`${desk.url}/`);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.unroute('**/api/session');
  }
  await assertHarmless(page, desk, watched);
});
