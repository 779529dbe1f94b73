import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkFolders } from '../folders/check.ts';
import { NOUN_CIRCLE_RULE, RULES } from '../folders/rules.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** A small separate house with one file that breaks a rule, and the file it imports. */
const PLANTED: readonly { rule: string; file: string; imports: string; type?: true }[] = [
  {
    rule: 'domain-reaches-its-rooms-only',
    file: 'packages/domain/src/a.ts',
    imports: '../../../server/src/ids.ts',
  },
  {
    rule: 'domain-reaches-its-rooms-only',
    file: 'packages/domain/src/a.ts',
    imports: '../../contract/src/b.ts',
    type: true,
  },
  { rule: 'domain-uses-its-libraries-only', file: 'packages/domain/src/a.ts', imports: 'zod' },
  { rule: 'domain-uses-its-node-modules-only', file: 'packages/domain/src/a.ts', imports: 'node:fs' },
  {
    rule: 'contract-reaches-its-rooms-only',
    file: 'packages/contract/src/a.ts',
    imports: '../../sdk/src/b.ts',
  },
  { rule: 'contract-uses-its-libraries-only', file: 'packages/contract/src/a.ts', imports: 'fastify' },
  { rule: 'contract-uses-its-node-modules-only', file: 'packages/contract/src/a.ts', imports: 'node:crypto' },
  {
    rule: 'design-reaches-its-rooms-only',
    file: 'packages/design/src/a.ts',
    imports: '../../domain/src/b.ts',
  },
  { rule: 'design-uses-its-libraries-only', file: 'packages/design/src/a.ts', imports: 'zod' },
  { rule: 'design-uses-its-node-modules-only', file: 'packages/design/src/a.ts', imports: 'node:fs' },
  {
    rule: 'sdk-reaches-its-rooms-only',
    file: 'packages/sdk/src/a.ts',
    imports: '../../domain/src/b.ts',
    type: true,
  },
  { rule: 'sdk-uses-its-libraries-only', file: 'packages/sdk/src/a.ts', imports: 'zod' },
  { rule: 'sdk-uses-its-node-modules-only', file: 'packages/sdk/src/a.ts', imports: 'node:fs' },
  { rule: 'config-reaches-its-rooms-only', file: 'server/src/config/a.ts', imports: '../usecases/b.ts' },
  { rule: 'config-uses-its-libraries-only', file: 'server/src/config/a.ts', imports: 'pg' },
  { rule: 'concurrency-reaches-its-rooms-only', file: 'server/src/concurrency/a.ts', imports: '../db/b.ts' },
  { rule: 'concurrency-uses-its-libraries-only', file: 'server/src/concurrency/a.ts', imports: 'pg' },
  { rule: 'metrics-reaches-its-rooms-only', file: 'server/src/metrics/a.ts', imports: '../db/b.ts' },
  { rule: 'metrics-uses-its-libraries-only', file: 'server/src/metrics/a.ts', imports: 'pg' },
  { rule: 'db-reaches-its-rooms-only', file: 'server/src/db/read/a.ts', imports: '../../usecases/b.ts' },
  {
    rule: 'db-reaches-its-rooms-only',
    file: 'server/src/db/write/a.ts',
    imports: '../../../../packages/contract/src/b.ts',
  },
  { rule: 'tracing-reaches-its-rooms-only', file: 'server/src/tracing/a.ts', imports: '../usecases/b.ts' },
  { rule: 'tracing-uses-its-libraries-only', file: 'server/src/tracing/a.ts', imports: 'pg' },
  { rule: 'mail-reaches-its-rooms-only', file: 'server/src/mail/a.ts', imports: '../usecases/b.ts' },
  { rule: 'mail-uses-its-libraries-only', file: 'server/src/mail/a.ts', imports: 'pg' },
  { rule: 'documents-reaches-its-rooms-only', file: 'server/src/documents/a.ts', imports: '../db/b.ts' },
  { rule: 'documents-uses-its-libraries-only', file: 'server/src/documents/a.ts', imports: 'pg' },
  { rule: 'keys-reaches-its-rooms-only', file: 'server/src/keys/a.ts', imports: '../db/b.ts' },
  {
    rule: 'usecases-reaches-its-rooms-only',
    file: 'server/src/usecases/a.ts',
    imports: '../http/b.ts',
    type: true,
  },
  {
    rule: 'usecases-reaches-its-rooms-only',
    file: 'server/src/usecases/a.ts',
    imports: '../../../packages/contract/src/b.ts',
  },
  { rule: 'wire-reaches-its-rooms-only', file: 'server/src/wire/a.ts', imports: '../usecases/b.ts' },
  { rule: 'jobs-reaches-its-rooms-only', file: 'server/src/jobs/a.ts', imports: '../http/b.ts' },
  { rule: 'http-reaches-its-rooms-only', file: 'server/src/http/a.ts', imports: '../db/write/b.ts' },
  {
    rule: 'http-server-reaches-its-rooms-only',
    file: 'server/src/http/server/a.ts',
    imports: '../partner/b.ts',
  },
  {
    rule: 'http-server-reaches-its-rooms-only',
    file: 'server/src/http/server/a.ts',
    imports: '../../usecases/b.ts',
    type: true,
  },
  { rule: 'partner-reaches-its-rooms-only', file: 'server/src/http/partner/a.ts', imports: '../pay/b.ts' },
  { rule: 'pay-reaches-its-rooms-only', file: 'server/src/http/pay/a.ts', imports: '../partner/b.ts' },
  { rule: 'docs-reaches-its-rooms-only', file: 'server/src/http/docs/a.ts', imports: '../partner/b.ts' },
  { rule: 'web-reaches-its-rooms-only', file: 'web/src/shared/a.tsx', imports: '../../../server/src/ids.ts' },
  {
    rule: 'web-reaches-its-rooms-only',
    file: 'web/src/console/a.tsx',
    imports: '../../../packages/sdk/src/b.ts',
  },
  { rule: 'web-uses-its-node-modules-only', file: 'web/src/shared/a.ts', imports: 'node:fs' },
  { rule: 'web-shared-reaches-its-rooms-only', file: 'web/src/shared/a.tsx', imports: '../console/b.tsx' },
  { rule: 'web-console-reaches-its-rooms-only', file: 'web/src/console/a.tsx', imports: '../portal/b.tsx' },
  { rule: 'web-portal-reaches-its-rooms-only', file: 'web/src/portal/a.tsx', imports: '../console/b.tsx' },
  {
    rule: 'http-signed-in-reaches-its-rooms-only',
    file: 'server/src/http/signed-in/a.ts',
    imports: '../console/b.ts',
  },
  { rule: 'console-reaches-its-rooms-only', file: 'server/src/http/console/a.ts', imports: '../portal/b.ts' },
  {
    rule: 'portal-reaches-its-rooms-only',
    file: 'server/src/http/portal/a.ts',
    imports: '../console/b.ts',
    type: true,
  },
  {
    rule: 'contract-fields-reaches-its-rooms-only',
    file: 'packages/contract/src/fields/a.ts',
    imports: '../partner/b.ts',
  },
  { rule: 'sources-never-import-tests', file: 'server/src/a.ts', imports: '../test/b.ts' },
  { rule: 'no-circles', file: 'server/src/a.ts', imports: './a.ts' },
  { rule: 'nothing-unresolvable', file: 'server/src/a.ts', imports: './missing.ts' },
];

for (const planted of PLANTED) {
  const kind = planted.type ? ' as a type' : '';
  test(`${planted.rule} is broken when ${planted.file} imports ${planted.imports}${kind}`, async (t) => {
    const house = await plant(t, planted);
    const { violations } = await checkFolders(house, ['packages', 'server', 'web']);
    assert.ok(
      violations.some(({ rule, from }) => rule === planted.rule && from === planted.file),
      `not found among: ${JSON.stringify(violations)}`,
    );
  });
}

/** Folders of use cases that import each other, as a pair and as a circle of three. Types count too. */
const CIRCLES: readonly (readonly (readonly [file: string, imports: string])[])[] = [
  [
    ['deposits/a.ts', '../ledger/b.ts'],
    ['ledger/c.ts', '../deposits/d.ts'],
  ],
  [
    ['deposits/a.ts', '../ledger/b.ts'],
    ['ledger/c.ts', '../decisions/d.ts'],
    ['decisions/e.ts', '../deposits/f.ts'],
  ],
];

for (const circle of CIRCLES) {
  test(`a circle of ${circle.length} folders of use cases is found, even if no two files import each other`, async (t) => {
    const house = await emptyHouse(t);
    for (const [file, imports] of circle) {
      const path = join(house, 'server/src/usecases', file);
      await write(join(dirname(path), imports), 'export interface Thing { name: string }\n');
      await write(path, `import type { Thing } from '${imports}';\nexport type Other = Thing;\n`);
    }
    const { violations } = await checkFolders(house, ['server']);
    assert.deepEqual(
      violations.map(({ rule }) => rule),
      circle.map(() => NOUN_CIRCLE_RULE),
    );
  });
}

test('every rule has a planted violation', () => {
  const planted = new Set(PLANTED.map(({ rule }) => rule));
  assert.deepEqual(
    RULES.map(({ name }) => name).filter((name) => name !== undefined && !planted.has(name)),
    [],
  );
});

async function emptyHouse(t: TestContext): Promise<string> {
  const house = await mkdtemp(join(tmpdir(), 'vezne-house-'));
  t.after(async () => await rm(house, { recursive: true }));
  await symlink(join(REPOSITORY, 'node_modules'), join(house, 'node_modules'));
  await mkdir(join(house, 'packages'));
  await mkdir(join(house, 'server'));
  await mkdir(join(house, 'web'));
  return house;
}

async function plant(t: TestContext, { file, imports, type }: (typeof PLANTED)[number]): Promise<string> {
  const house = await emptyHouse(t);
  if (imports.startsWith('.') && !imports.includes('missing')) {
    await write(
      join(house, dirname(file), imports),
      'export interface Thing { name: string }\nexport const thing = 1;\n',
    );
  }
  const statement = type
    ? `import type { Thing } from '${imports}';\nexport type Other = Thing;\n`
    : `import '${imports}';\n`;
  await write(join(house, file), statement);
  return house;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
