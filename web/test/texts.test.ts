import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { en } from '../src/shared/i18n/en.ts';
import { tr } from '../src/shared/i18n/tr.ts';

type Tree = { readonly [key: string]: string | Tree };

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

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
function usedTexts(): RegExp[] {
  const code = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
    .filter((file) => !file.includes('i18n/'))
    .map((file) => readFileSync(`${SOURCES}/${file}`, 'utf8'))
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

const turkish = flat(tr);
const english = flat(en);
const used = usedTexts();

test('both languages have the same texts, and none is empty', () => {
  assert.deepEqual([...english.keys()], [...turkish.keys()]);
  for (const [key, text] of [...turkish, ...english]) assert.notEqual(text.trim(), '', key);
});

test('both languages fill in the same blanks', () => {
  const blanks = (text = ''): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
  for (const [key, text] of turkish) assert.deepEqual(blanks(english.get(key)), blanks(text), key);
});

test('every text is used', () => {
  const unused = [...turkish.keys()].filter((key) => !used.some((pattern) => pattern.test(withoutForm(key))));
  assert.deepEqual(unused, []);
});

test('every text that the code asks for exists', () => {
  const names = [...turkish.keys()].map(withoutForm);
  const missing = used.filter((pattern) => !names.some((name) => pattern.test(name)));
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
