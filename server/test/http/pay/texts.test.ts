import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';

const FOLDER = fileURLToPath(new URL('../../../src/http/pay/', import.meta.url));

/** Every text by its path, such as confirm.title. */
function leaves(texts: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts) as [string, unknown][]) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [inner, text] of leaves(value as object, `${path}${key}.`)) found.set(inner, text);
  }
  return found;
}

test('both languages have the same texts, with the same blanks, and none is empty', () => {
  const [turkish, english] = [leaves(TEXTS.tr), leaves(TEXTS.en)];
  assert.deepEqual([...turkish.keys()].sort(), [...english.keys()].sort());
  for (const [path, text] of turkish) {
    const other = english.get(path) ?? '';
    assert.notEqual(text.trim(), '', path);
    assert.notEqual(other.trim(), '', path);
    const blanks = (written: string): string[] => (written.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(blanks(text), blanks(other), path);
    if (path !== 'fields.iban.label') assert.notEqual(text, other, `${path} is the same in both languages`);
  }
});

test('every text is used on some page', () => {
  const sources = globSync('{*.ts,templates/*.eta}', { cwd: FOLDER }).map((name) =>
    readFileSync(FOLDER + name, 'utf8'),
  );
  const code = sources.join('\n');
  // These are chosen at run time; other tests check each by name.
  const chosen = new Set(['reasons', 'notices', 'answers', 'where', 'next']);
  for (const path of leaves(TEXTS.tr).keys()) {
    const [section = '', ...rest] = path.split('.');
    if (chosen.has(section)) continue;
    // A group is used as a whole, as in `...fields.iban` or `problem.title`.
    const group = rest.length > 1 ? `${section}.${rest[0]}` : undefined;
    const isUsed =
      new RegExp(`\\b${path.replaceAll('.', '\\.')}\\b`).test(code) ||
      (group !== undefined && new RegExp(`\\b${group.replace('.', '\\.')}\\b`).test(code)) ||
      (rest[0] === 'title' && code.includes('texts[screen].title')) ||
      (rest[0] === 'outcome' && code.includes('texts[screen].outcome'));
    assert.ok(isUsed, `${path} is not used anywhere`);
  }
});
