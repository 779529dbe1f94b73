import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePgbenchScript } from '../load/pgbench.ts';

test('every parameter of a statement is replaced by its expression, the tenth not by the first', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-bench-test-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const file = join(directory, 'script.sql');
  const parameters = Array.from({ length: 10 }, (_, index) => `p${index + 1}`);
  await writePgbenchScript(file, { variables: ['n random(1, 9)'], sql: 'select $1, $10, $1', parameters });
  assert.equal(await readFile(file, 'utf8'), '\\set n random(1, 9)\nselect p1, p10, p1;\n');
  await assert.rejects(
    writePgbenchScript(file, { variables: [], sql: 'select $2', parameters: ['p1'] }),
    /gives no value for parameter 2/,
  );
});
