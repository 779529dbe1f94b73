import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENTS = globSync(
  ['*.md', 'docs/**/*.md', '{deploy,packages,examples}/*/README.md', 'packages/*/vectors/README.md'],
  {
    cwd: REPOSITORY,
  },
);

function read(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

/** The names that GitHub gives the headings of a document. */
function headingsOf(text: string): Set<string> {
  const names = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(names);
}

/** A comment of a shell looks like a heading. */
function withoutCode(text: string): string {
  return text.replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** Links to a heading that is not there, whose document is given by its path and text. */
function lostLinks(path: string, text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].flatMap(
    ([, file = '', heading = '']) => {
      const target = file === '' ? path : join(path, '..', file);
      if (!target.endsWith('.md') || !existsSync(join(REPOSITORY, target))) return [];
      return headingsOf(file === '' ? text : read(target)).has(heading)
        ? []
        : [`${path}: ${file}#${heading}`];
    },
  );
}

test('every link to a heading leads to one', () => {
  assert.ok(DOCUMENTS.length > 30, 'The documents were found.');
  assert.deepEqual(
    DOCUMENTS.flatMap((path) => lostLinks(path, read(path))),
    [],
  );
});

test('a heading that was renamed would be noticed', () => {
  assert.deepEqual(
    lostLinks('docs/backup.md', '# One\n\n[one](#one), [two](#two), [x](runbook.md#no-such-part)'),
    ['docs/backup.md: #two', 'docs/backup.md: runbook.md#no-such-part'],
  );
});
