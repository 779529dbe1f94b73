import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { partnerEnvironment } from '../demo/shop.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** What a partner's program is given, under the same names wherever a partner reads or copies them. */
const NAMES = ['VEZNE_URL', 'VEZNE_API_KEY', 'VEZNE_API_SECRET', 'VEZNE_HASH_SECRET', 'VEZNE_WEBHOOK_SECRET'];

/** Each place, and what it must mention: a place that mentions nothing would pass unread. */
const PLACES: readonly [files: string, names: readonly string[]][] = [
  ['README*.md', []],
  ['docs/*.md', NAMES],
  ['packages/sdk/README.md', NAMES],
  ['examples/samples/curl/*', NAMES.slice(0, 4)],
  ['examples/samples/php/*', NAMES.slice(0, 4)],
  ['examples/samples/python/*', NAMES.slice(0, 4)],
  ['examples/samples/typescript/*', NAMES.slice(0, 4)],
  ['examples/webhooks/php/*', NAMES.slice(4)],
  ['examples/webhooks/python/*', NAMES.slice(4)],
  ['examples/webhooks/typescript/*', NAMES],
  ['examples/shop/{config.ts,README.md}', NAMES],
  // Whatever is added there later.
  ['examples/**/*.{sh,php,py,ts,md}', NAMES],
  ['server/src/http/docs/**/*.{eta,ts,md}', NAMES.slice(0, 4)],
];

/** Whatever could be one of them under another name. */
const LIKE_ONE =
  /\b(?:[A-Z]+_)*(?:API_KEY|API_SECRET|HASH_SECRET|WEBHOOK_SECRETS?)\b|\bVEZNE_(?:API_|BASE_)?URL\b/g;

suite("the variables of a partner's program", () => {
  for (const [files, names] of PLACES) {
    test(`have the same names in ${files}`, () => {
      const texts = globSync(files, { cwd: REPOSITORY }).map((file) =>
        readFileSync(`${REPOSITORY}${file}`, 'utf8'),
      );
      const found = new Set(texts.flatMap((text) => text.match(LIKE_ONE) ?? []));
      assert.deepEqual(
        [...found].filter((name) => !NAMES.includes(name)),
        [],
      );
      assert.deepEqual(
        names.filter((name) => !found.has(name)),
        [],
      );
    });
  }

  test('have the same names in .demo/env and in the environment of the demo shop', () => {
    const partner = { name: 'Demo Shop', apiKey: 'k', apiSecret: 's', hashSecret: 'h' };
    const webhook = { endpointId: 'e', secret: 'w' };
    assert.deepEqual(partnerEnvironment({ partner, webhook, apiUrl: 'u' }), {
      VEZNE_URL: 'u',
      VEZNE_API_KEY: 'k',
      VEZNE_API_SECRET: 's',
      VEZNE_HASH_SECRET: 'h',
      VEZNE_WEBHOOK_SECRET: 'w',
    });
  });
});
