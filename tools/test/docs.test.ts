import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
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

test('every link between documents leads to an existing file', async () => {
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/api.md',
    'docs/conformance.md',
    'docs/dependencies.md',
    'docs/states.md',
    'docs/ledger.md',
  ];
  const broken: string[] = [];
  for (const document of documents) {
    for (const [, target = ''] of (await read(document)).matchAll(/\]\(([^)#]+)\)/g)) {
      if (!/^https?:/.test(target) && !existsSync(join(REPOSITORY, document, '..', target)))
        broken.push(`${document}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});
