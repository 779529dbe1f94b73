import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { turkishTime } from '@vezne/domain/turkish-time';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';
import { startTestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import { give, sentPage } from './detail-forms.ts';
import { escaped, everything, get, newPage, press, setStatus } from './pages.ts';
import { SCRIPT_PAYLOADS } from './script-payloads.ts';

const NOTHING = { senderName: '', ibanLastFour: '', sentAt: '' };

async function given(owner: pg.Pool): Promise<unknown[]> {
  const { rows } = await owner.query(
    'select sender_name as name, iban_last_four as four, sent_at as at from sender_detail',
  );
  return rows;
}

/** Waits for the next second, when the limit of forms starts again. */
async function nextSecond(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}

suite('a player who says who sent the transfer', { concurrency: 4 }, () => {
  test('sees the details on the page, and may change them', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    const sentAt = turkishTime(new Date());
    const page = await get(api, path);
    assert.ok(page.text.includes(`<a href="${path}/details?lang=tr">${TEXTS.tr.details.add}</a>`));
    const form = await get(api, `${path}/details?lang=tr`);
    assert.equal(form.status, 200);
    const [opening = ''] = /<form[^>]*>/.exec(form.text) ?? [];
    assert.ok(opening.includes(`method="post" enctype="multipart/form-data"`), opening);
    // The browser would show its objections in its own language, before we could show ours in the player's.
    assert.ok(opening.includes(` novalidate action="${path}/details?lang=tr"`), opening);
    // A player who types must not lose the text to a page that reloads itself.
    assert.doesNotMatch(form.text, /data-state|http-equiv/);
    const before = await get(api, `${path}/state`);

    const answer = await give(api, path, { senderName: ' Ays\u0327e Işık ', ibanLastFour: ' 0326 ', sentAt });
    assert.deepEqual([answer.status, answer.headers.location], [303, `${path}?lang=tr`]);
    const at = new Date(`${sentAt}:00+03:00`);
    assert.deepEqual(await given(api.owner), [{ name: 'Ayşe Işık', four: '0326', at }]);
    const { text } = await get(api, path);
    const { given: labels } = TEXTS.tr.details;
    assert.ok(text.includes(`<dt>${labels.sender}</dt><dd>Ayşe Işık</dd>`), text);
    assert.ok(text.includes(`<dt>${labels.ibanLastFour}</dt><dd>0326</dd>`));
    const [year, month, day, time] = sentAt.split(/[-T]/);
    assert.ok(text.includes(`<dt>${labels.sentAt}</dt><dd>${day}.${month}.${year} ${time}</dd>`), text);
    assert.notEqual((await get(api, `${path}/state`)).json?.['version'], before.json?.['version']);
    const again = await get(api, `${path}/details`);
    for (const value of ['Ayşe Işık', '0326', sentAt]) assert.ok(again.text.includes(`value="${value}"`));

    assert.equal((await give(api, path, { ...NOTHING, senderName: 'Can Öz' })).status, 303);
    assert.deepEqual(await given(api.owner), [{ name: 'Can Öz', four: null, at: null }]);
  });

  test('changes neither the state nor the history of the deposit', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    const rows = async (): Promise<unknown> =>
      (
        await api.owner.query(
          `select (select jsonb_agg(t)::text from transaction t) as t, (select jsonb_agg(s)::text from transaction_step s) as s,
             (select count(*) from audit_entry) as a, (select count(*) from event) as e`,
        )
      ).rows;
    const before = await rows();
    await give(api, path, { senderName: 'Ayşe' });
    assert.equal((await given(api.owner)).length, 1);
    assert.deepEqual(await rows(), before);
  });

  test('reads beside each field what is wrong, in the language of the page, and nothing is saved', async (t) => {
    const api = await startTestApi(t);
    const tomorrow = turkishTime(new Date(Date.now() + 86_400_000));
    const wrong: [keyof typeof NOTHING, string][] = [
      ['senderName', 'x'.repeat(129)],
      ['senderName', 'Ay\u0000şe'],
      ['senderName', 'Ayşe\nIşık'],
      ['senderName', 'Ay\u202eşe'],
      ['senderName', 'Ay\u200bşe'],
      ['senderName', '\u3164\u3164'],
      ['senderName', '\u2800'],
      ['senderName', '12 34'],
      ['ibanLastFour', '123'],
      ['ibanLastFour', '12345'],
      ['ibanLastFour', '12a4'],
      ['ibanLastFour', '١٢٣٤'],
      ['ibanLastFour', 'TR33 0006 1005 1978 6457 8413 2X'],
      ['sentAt', 'dün'],
      ['sentAt', tomorrow],
      ['sentAt', '2020-01-01T12:00'],
      ['sentAt', '2026-02-30T12:00'],
    ];
    for (const [index, [field, value]] of wrong.entries()) {
      // A network may send fifty forms a second, and these are more: a fast machine has sent them before the second is over.
      if (index % 10 === 9) await nextSecond();
      const path = await sentPage(api);
      for (const language of ['tr', 'en'] as const) {
        const typed = { ...NOTHING, senderName: 'Ayşe', [field]: value };
        const { status, text } = await give(api, path, typed, { language });
        assert.equal(status, 422, value);
        const problem = TEXTS[language].details.problems[field];
        assert.ok(text.includes(`<p class="problem" id="${field}-problem">${problem}</p>`), text);
        assert.match(
          text,
          new RegExp(`id="${field}"[^>]* aria-invalid="true" aria-describedby="${field}-problem"`),
        );
        assert.equal(text.split('aria-invalid').length, 2, 'the other fields are fine');
        assert.match(
          text,
          new RegExp(`id="${field}"[^>]* autofocus>`),
          'the focus is on the first wrong field',
        );
        assert.ok(text.includes(`<title>${TEXTS[language].page.problem}: `), text);
        // A player who comes back later gets the form, because a browser cannot show the response to a form again.
        assert.ok(text.includes(` data-here="${path}/details?lang=${language}">`), text);
        if (field !== 'senderName') assert.ok(text.includes('value="Ayşe"'), 'the typed text is not lost');
      }
    }
    const path = await sentPage(api);
    const empty = await give(api, path, { ...NOTHING, senderName: ' ' });
    assert.equal(empty.status, 422);
    assert.ok(
      empty.text.includes(`<p class="problem" role="alert">${TEXTS.tr.details.problems.nothing}</p>`),
    );
    const { status } = await send(api.url, {
      path: `${path}/details`,
      headers: { 'content-type': 'application/json' },
      body: '{"senderName":"Ayşe"}',
    });
    assert.equal(status, 422, 'a body that is not a form is ignored');
    assert.deepEqual(await given(api.owner), []);
  });

  test('may paste the whole IBAN for its last four digits', async (t) => {
    const api = await startTestApi(t);
    for (const typed of ['TR33 0006 1005 1978 6457 8413 26', 'tr330006100519786457841326', ' 13 26 ']) {
      const path = await sentPage(api);
      assert.equal((await give(api, path, { ibanLastFour: typed })).status, 303, typed);
    }
    assert.deepEqual(
      (await given(api.owner)).map((row) => (row as { four: string }).four),
      ['1326', '1326', '1326'],
    );
  });

  test('can add details only while an operator still looks for the money', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const status of ['waiting_payment', 'approved', 'rejected'] as const) {
      await setStatus(api.owner, status);
      const before = await everything(api.owner);
      for (const answer of [
        await give(api, path, { senderName: 'Ayşe' }),
        await get(api, `${path}/details?lang=tr`),
      ])
        assert.deepEqual([answer.status, answer.headers.location], [303, `${path}?lang=tr`], status);
      assert.deepEqual(await everything(api.owner), before);
      assert.ok(!(await get(api, path)).text.includes(`${path}/details`), status);
    }
  });

  test('needs the address of the deposit, and can send only a few forms a second', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    const other = await sentPage(api);
    const [, , id] = path.split('/');
    const [, , , token] = other.split('/');
    const missing = await get(api, `/pay/${id}/${token}`);
    for (const answer of [
      await give(api, `/pay/${id}/${token}`, { senderName: 'Ayşe' }),
      await get(api, `/pay/${id}/${token}/details`),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.text, missing.text);
    }
    assert.deepEqual(await given(api.owner), []);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => await give(api, path, { senderName: 'Ayşe' })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 15, `${refused.length} were refused`);
    for (const { text } of refused) {
      assert.ok(text.includes(TEXTS.tr.notices.tooMany.title));
      assert.ok(
        text.includes(`<a class="button" href="${path}/details?lang=tr">`),
        'the form is one tap away',
      );
    }
    assert.ok(answers.every(({ status }) => status === 429 || status === 303));
    assert.equal(
      (await give(api, other, { senderName: 'Can' })).status,
      303,
      'other deposits are not slowed down',
    );
    await nextSecond();
    assert.equal((await give(api, path, { senderName: 'Ayşe' })).status, 303);
  });

  test('changes nothing by opening the page', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    const before = await everything(api.owner);
    for (const method of ['GET', 'HEAD']) {
      for (const place of ['/details?senderName=Ayşe', '?senderName=Ayşe'])
        await send(api.url, { method, path: encodeURI(path + place) });
    }
    assert.deepEqual(await everything(api.owner), before);
  });

  test('can write script, which both pages show as text', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    await give(api, path, { senderName: 'Ayşe' });
    const shape = (html: string): string[] =>
      [...html.matchAll(/<[!/a-z%][^>"]*(?:"[^"]*"[^>"]*)*>/gi)].map(([tag]) => tag.replace(/="[^"]*"/g, ''));
    const shown = async (): Promise<string[]> => [
      (await get(api, path)).text,
      (await get(api, `${path}/details`)).text,
    ];
    const plain = (await shown()).map(shape);
    for (const payload of SCRIPT_PAYLOADS) {
      await api.owner.query('update sender_detail set sender_name = $1', [payload]);
      const pages = await shown();
      assert.deepEqual(pages.map(shape), plain, payload);
      for (const text of pages) assert.ok(text.includes(escaped(payload)), payload);
    }
    // The refused text is shown again.
    const refused = await give(api, path, { senderName: '"><script>alert(1)</script>', ibanLastFour: '">' });
    assert.equal(refused.status, 422);
    assert.doesNotMatch(refused.text, /<script(?! src="\/pay\/assets\/)/);
  });

  test('is asked to try again while the details cannot be saved', async (t) => {
    const api = await startTestApi(t);
    const path = await sentPage(api);
    await api.owner.query('revoke insert on sender_detail from vezne_api');
    const answer = await give(api, path, { senderName: 'Ayşe' });
    assert.equal(answer.status, 503);
    assert.ok(answer.text.includes(`<h1>${TEXTS.tr.notices.notSaved.title}</h1>`));
    assert.ok(
      answer.text.includes(`<a class="button" href="${path}/details?lang=tr">`),
      'the form is one tap away',
    );
    assert.equal((await press(api, path)).status, 303);
  });
});
