// Begins first: it runs every block of the documents, one after the other.
/**
 * Every command that a document prints in a block is run as it is printed: by the real program, in a shell, on a database like the demo's.
 * Its answer and its exit code are those of the document. What another test runs, and what no test can, is listed in documents/not-run.ts.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { REPOSITORY } from './demo-process.ts';
import { CANNOT_RUN, RUN_BY } from './documents/not-run.ts';
import { OPERATIONS } from './documents/operations-story.ts';
import { RUNBOOK, STAFF } from './documents/other-stories.ts';
import { cannotRun, openMachine } from './documents/scripts.ts';
import { stepsOf } from './documents/steps.ts';
import type { Step } from './documents/steps.ts';
import { tell } from './documents/told.ts';
import type { Story } from './documents/told.ts';
import { inWorld } from './documents/world.ts';
import { DOCUMENTS } from './printed-commands.ts';

/** Commands of ours with their answers, and what happens between them. */
const STORIES: Readonly<Record<string, Story>> = {
  'docs/operations.md': OPERATIONS,
  'docs/staff.md': STAFF,
  'docs/runbook.md': RUNBOOK,
};
/** Scripts for the machines of an installation. */
const SCRIPTS = ['deploy/systemd/README.md', 'docs/upgrading.md', 'deploy/proxy/README.md'];

const SCRIPT_WITHIN_MS = 30_000;

async function blocksOf(document: string): Promise<Step[][]> {
  return stepsOf(document, await readFile(join(REPOSITORY, document), 'utf8'));
}

for (const [document, story] of Object.entries(STORIES)) {
  test(`${document}: every command answers as it is printed there`, async (t) => {
    await inWorld(t, async (world) => {
      const differences = await tell(world, story, (await blocksOf(document)).flat());
      const told = differences.map(({ step, problem, output }) =>
        [
          `$ ${step.line}`,
          `(${problem})`,
          step.answer,
          '--- really, with the names of the document:',
          world.names.printed(output),
        ].join('\n'),
      );
      assert.equal(told.length, 0, `\n${told.join('\n')}`);
    });
  });
}

test('the scripts of the documents for machines run, below another root', async (t) => {
  const { root, scriptOf } = await openMachine(t);
  const api = await startApiProcess(t, await createTestDatabase(t));
  let count = 0;
  for (const document of SCRIPTS) {
    for (const block of await blocksOf(document)) {
      const script = scriptOf(block, { 'http://10.0.0.11:4000': api.url });
      if (script === undefined) continue;
      count += 1;
      await promisify(execFile)('bash', ['-c', script], {
        env: { PATH: '/usr/bin:/bin' },
        timeout: SCRIPT_WITHIN_MS,
      });
    }
  }
  assert.equal(count, 4, 'installing, replacing, going back and settings');
  assert.ok(existsSync(join(root, 'etc/systemd/system/vezne-worker.service')));
  const { stdout } = await promisify(execFile)(join(root, 'usr/local/bin/vezne'), ['--version'], {
    env: { PATH: process.env['PATH'] },
  });
  assert.match(stdout, /^\d+\.\d+\.\d+/);
});

test('every command in a block is run here, by another test, or can’t be run; and nothing is listed in vain', () => {
  const steps = DOCUMENTS.flatMap((document) =>
    stepsOf(document, readFileSync(join(REPOSITORY, document), 'utf8')).flat(),
  );
  assert.ok(steps.length > 150, `${steps.length} were found`);
  const here = new Set([...Object.keys(STORIES), ...SCRIPTS]);
  assert.deepEqual(
    steps
      .filter(({ document, line }) => !here.has(document) && !(document in RUN_BY) && !cannotRun(line))
      .map(({ document, line }) => `${document}: ${line}`),
    [],
  );
  const documents = new Set(steps.map(({ document }) => document));
  assert.deepEqual(
    [...here, ...Object.keys(RUN_BY)].filter((document) => !documents.has(document)),
    [],
    'each of them prints commands',
  );
  assert.deepEqual(
    Object.keys(CANNOT_RUN).filter((words) => !steps.some(({ line }) => line.startsWith(words))),
    [],
    'each is printed somewhere',
  );
  assert.deepEqual(
    steps.filter(({ line }) => line.startsWith('vezne ') && cannotRun(line)),
    [],
    'commands of ours run',
  );
  for (const [document, { test: file, named }] of Object.entries(RUN_BY)) {
    assert.ok(readFileSync(join(REPOSITORY, file), 'utf8').includes(named), `${file} runs ${document}`);
  }
});
