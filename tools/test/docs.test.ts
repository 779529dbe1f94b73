import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { documents } from '../docs/documents.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

async function read(path: string): Promise<string> {
  return await readFile(join(REPOSITORY, path), 'utf8');
}

for (const [path, content] of Object.entries(documents())) {
  test(`${path} is up to date with the code`, async () => {
    assert.equal(await read(path), content, 'Run npm run docs.');
  });
}

/** Wider is hard to read in a terminal, and in a change. */
const LONGEST_LINE = 120;

interface Row {
  rule: string;
  name: string;
  file: string;
}

async function conformanceRows(): Promise<Row[]> {
  const lines = (await read('docs/conformance.md'))
    .split('\n')
    .filter((line) => /^\| [A-Z]\d+ \|/.test(line));
  return lines.map((line) => {
    const [, rule = '', name = '', file = ''] = line.split('|').map((cell) => cell.trim());
    return { rule, name, file };
  });
}

async function rules(): Promise<string[]> {
  return [...(await read('docs/api.md')).matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, rule = '']) => rule);
}

test('every rule of docs/api.md has a test in docs/conformance.md, and no other rule is there', async () => {
  const stated = await rules();
  assert.ok(stated.length > 40, 'The rules were read.');
  assert.equal(new Set(stated).size, stated.length, 'A number is given twice.');
  const held = new Set((await conformanceRows()).map(({ rule }) => rule));
  assert.deepEqual([...held].sort(), [...stated].sort());
});

/** The rows whose file has no test with that name. */
async function withoutTest(rows: readonly Row[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { rule, name, file } of rows) {
    const source = existsSync(join(REPOSITORY, file)) ? await read(file) : '';
    // A test whose name contains variables is listed by a fixed part of it.
    const declarations = source.match(/\b(?:test|suite)\(\s*(['"`]).*?\1,/gs) ?? [];
    if (!declarations.some((declaration) => declaration.includes(name)))
      missing.push(`${rule}: ${name} (${file})`);
  }
  return missing;
}

test('every test that docs/conformance.md names exists', async () => {
  assert.deepEqual(await withoutTest(await conformanceRows()), []);
});

test('a renamed test or a missing file would be noticed', async () => {
  const [row = assert.fail()] = await conformanceRows();
  const gone = [
    { ...row, name: `${row.name}, once` },
    { ...row, file: 'server/test/gone.test.ts' },
  ];
  assert.equal((await withoutTest(gone)).length, gone.length);
});

/** Every document of ours, with those of packages, examples and what operators install. */
const DOCUMENTS = globSync(
  ['*.md', 'docs/**/*.md', 'deploy/*/README.md', 'packages/{*,*/vectors}/README.md', 'examples/*/README.md'],
  { cwd: REPOSITORY },
);

/** The places of a document, found by a pattern with one group, that lead nowhere. */
async function leadNowhere(
  pattern: RegExp,
  documents: readonly string[],
  toPath: (document: string, target: string) => string,
): Promise<string[]> {
  const broken: string[] = [];
  for (const document of documents) {
    for (const [, target = ''] of (await read(document)).matchAll(pattern)) {
      if (!existsSync(join(REPOSITORY, toPath(document, target)))) broken.push(`${document}: ${target}`);
    }
  }
  return broken;
}

test('every link and every picture of a document leads to a file', async () => {
  assert.ok(DOCUMENTS.length > 30, 'The documents were found.');
  const beside = (document: string, target: string): string => join(document, '..', target);
  assert.deepEqual(await leadNowhere(/\]\((?!https?:)([^)#\s]+)/g, DOCUMENTS, beside), []);
  // HTML, where a picture needs a width.
  assert.deepEqual(await leadNowhere(/\b(?:src|srcset|href)="(?!https?:)([^"#]+)/g, DOCUMENTS, beside), []);
});

/** A file of the repository with its whole path, as documents write it. */
const PATH =
  /(?<![\w./-])((?:bench|chaos|deploy|docs|e2e|examples|packages|server|tools)\/[\w./-]*\.(?:md|png|sql|svg|ts))\b/g;

test('every file that a document names in full is there', async () => {
  // Decisions are history: they keep the names of their time.
  const present = DOCUMENTS.filter((document) => !document.startsWith('docs/decisions/'));
  const fromTop = (_: string, target: string): string => target;
  const named = (await Promise.all(present.map(read))).flatMap((text) => text.match(PATH) ?? []);
  assert.ok(named.length > 30, 'The names were found.');
  assert.deepEqual(await leadNowhere(PATH, present, fromTop), []);
});

test('docs/README.md is a map of every document', async () => {
  const map = await read('docs/README.md');
  const all = globSync('docs/*.md', { cwd: REPOSITORY }).map((path) => path.replace('docs/', ''));
  assert.deepEqual(
    all.filter((name) => name !== 'README.md' && !map.includes(`](${name})`)),
    [],
  );
});

test('the first pages have no long lines, and the two languages lead to each other', async () => {
  for (const path of ['README.md', 'README.tr.md', 'docs/README.md']) {
    const long = (await read(path)).split('\n').filter((line) => line.length > LONGEST_LINE);
    assert.deepEqual(long, [], path);
  }
  assert.match(await read('README.md'), /\]\(README\.tr\.md\)/);
  assert.match(await read('README.tr.md'), /\]\(README\.md\)/);
});

test('the Turkish first page leads wherever the English one does', async () => {
  const [english, turkish] = await Promise.all(['README.md', 'README.tr.md'].map(targetsOf));
  assert.deepEqual(turkish, english);
});

/** Whither a page leads, but for the other language and its own pictures. */
async function targetsOf(path: string): Promise<string[]> {
  const targets = [...(await read(path)).matchAll(/\]\(([^)\s]+)|<(http[^>]+)>/g)].map(
    ([, link, address]) => link ?? address ?? '',
  );
  return [...new Set(targets)].filter((target) => !target.startsWith('README')).toSorted();
}

test('every picture is in a document', async () => {
  const texts = (await Promise.all(DOCUMENTS.map(read))).join('\n');
  const pictures = globSync('docs/images/**/*.{svg,png}', { cwd: REPOSITORY });
  assert.ok(pictures.length > 10, 'The pictures were found.');
  assert.deepEqual(
    pictures.filter(
      (picture) => !texts.includes(`(${picture.replace('docs/', '')})`) && !texts.includes(`"${picture}"`),
    ),
    [],
    'Show it in a document, or delete it.',
  );
});
