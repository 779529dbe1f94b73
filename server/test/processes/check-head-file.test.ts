import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkHeadFile } from '../../src/processes/check-head-file.ts';

test('a worker does not start if it could never publish heads', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-heads-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const path = join(directory, 'heads');
  await checkHeadFile(path);
  await assert.rejects(checkHeadFile(join(path, 'below-a-file')), {
    name: 'ConfigError',
    message: /^VEZNE_AUDIT_HEAD_FILE names a file that cannot be written/,
  });
});
