import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { en } from '../src/shared/i18n/en.ts';
import { texts as portalEn } from '../src/shared/i18n/en/portal/texts.ts';
import { tr } from '../src/shared/i18n/tr.ts';
import { texts as portalTr } from '../src/shared/i18n/tr/portal/texts.ts';
import { sourcesOf } from './pages-of.ts';

type Place = 'console' | 'portal';
type Tree = { readonly [key: string]: string | Tree };

/** "door.title": 'Giriş yapın', … */
function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

/** A text in plural forms is used by the name without the form. */
const withoutForm = (key: string): string => key.replace(/_(one|other)$/, '');

/** What the code asks for: whole names, and patterns where a part is computed, as in t(`errors.${code}`). */
function usedTexts(place: Place): RegExp[] {
  const code = [...sourcesOf(place)]
    .filter(([file]) => !file.includes('i18n/'))
    .map(([, source]) => source)
    .join('\n');
  return [...code.matchAll(/\bt\(\s*(?:'([^']+)'|`([^`]+)`)/g)].map(([, whole, pattern]) => {
    const name = whole ?? pattern ?? '';
    const source = name
      .split(/\$\{[^}]+\}/)
      .map((part) => part.replaceAll('.', String.raw`\.`))
      .join('[a-z0-9_]+');
    return new RegExp(`^${source}$`);
  });
}

const used = { console: usedTexts('console'), portal: usedTexts('portal') };
/** Both share some files of texts: a word there may be of one place alone. */
const everywhere = [...used.console, ...used.portal];
const PLACES = [
  { place: 'console', turkish: flat(tr), english: flat(en) },
  { place: 'portal', turkish: flat(portalTr), english: flat(portalEn) },
] as const;

for (const { place, turkish, english } of PLACES) {
  describe(place, () => {
    test('both languages have the same texts, and none is empty', () => {
      assert.deepEqual([...english.keys()], [...turkish.keys()]);
      for (const [key, text] of [...turkish, ...english]) assert.notEqual(text.trim(), '', key);
    });

    test('both languages fill in the same blanks', () => {
      const blanks = (text = ''): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
      for (const [key, text] of turkish) assert.deepEqual(blanks(english.get(key)), blanks(text), key);
    });

    test('every text is used', () => {
      const unused = [...turkish.keys()].filter(
        (key) => !everywhere.some((pattern) => pattern.test(withoutForm(key))),
      );
      assert.deepEqual(unused, []);
    });

    test('every text that the code asks for exists', () => {
      const names = [...turkish.keys()].map(withoutForm);
      const missing = used[place].filter((pattern) => !names.some((name) => pattern.test(name)));
      assert.deepEqual(missing, []);
    });

    test('no text asks whether people are sure, or shouts', () => {
      for (const text of [...turkish.values(), ...english.values()]) {
        assert.doesNotMatch(text, /emin misiniz|are you sure|!/i);
      }
    });

    test('confirming is what a second person does; that it is oneself is verified', () => {
      for (const [key, text] of english) {
        if (/^(step_up|overview\.(not_)?stepped_up|errors\.step_up)/.test(key))
          assert.doesNotMatch(text, /confirm/i, key);
      }
    });
  });
}

test('neither place loads texts or screens of the other', () => {
  const portal = [...sourcesOf('portal').keys()];
  const console = [...sourcesOf('console').keys()];
  assert.ok(portal.length > 50 && console.length > 200);
  assert.deepEqual(
    portal.filter((file) => file.startsWith('console/') || file.endsWith('/console-texts.ts')),
    [],
  );
  assert.deepEqual(
    // The type of all texts is not loaded.
    console.filter((file) => file.startsWith('portal/') || file.endsWith('/portal-texts.ts')),
    [],
  );
});
