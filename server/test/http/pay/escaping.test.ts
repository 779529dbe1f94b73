import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import { escaped, get, newPage, setStatus } from './pages.ts';
import { SCRIPT_PAYLOADS } from './script-payloads.ts';

/** The elements of a page with the names of their attributes, in order. A name must never add to them. */
function structureOf(html: string): string[] {
  return [...html.matchAll(/<[!/a-z%][^>"]*(?:"[^"]*"[^>"]*)*>/gi)].map(([tag]) =>
    tag.replace(/="[^"]*"/g, ''),
  );
}

test('200 names that contain script are text on every page, and add no elements to it', async (t) => {
  assert.equal(new Set(SCRIPT_PAYLOADS).size, 200);
  const api = await startTestApi(t);
  const path = await newPage(api);
  const name = async (text: string): Promise<void> => {
    await api.owner.query('update partner set name = $1 where id = $2', [text, api.partner.id]);
    await api.owner.query('update bank_account set bank_name = $1, holder_name = $1', [text]);
  };
  for (const [status, place, places] of [
    // The title, the heading and the link back; in the box the receiver with its clipboard text, and the bank. And whom to ask.
    ['waiting_payment', '', 7],
    ['waiting_payment', '/sent', 2],
    // Beside the usual three: whom to ask.
    ['waiting_confirmation', '', 4],
    ['approved', '', 4],
    ['rejected', '', 4],
  ] as const) {
    await setStatus(api.owner, status);
    await name('Plain');
    const plain = structureOf((await get(api, path + place)).text);
    assert.ok(plain.length > 20);
    for (const payload of SCRIPT_PAYLOADS) {
      await name(payload);
      const { text } = await get(api, path + place);
      assert.deepEqual(structureOf(text), plain, payload);
      assert.equal(text.split(escaped(payload)).length - 1, places, payload);
      if (/[<>"']/.test(payload)) assert.ok(!text.includes(payload), payload);
    }
  }
});
