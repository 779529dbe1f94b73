import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ApiConfig } from '../../../../src/config/api.ts';
import { startTestApi } from '../../../harness/api.ts';
import type { TestApi } from '../../../harness/api.ts';
import type { Credentials } from '../../../harness/client.ts';
import { insertCredential } from '../../../harness/factories.ts';

/** An api whose partner has two triples. */
export async function openWorld(
  t: TestContext,
  config: Partial<ApiConfig> = {},
): Promise<TestApi & { other: Credentials }> {
  let other: Credentials | undefined;
  const api = await startTestApi(t, {
    config,
    prepare: async (owner, { id }) => {
      other = await insertCredential(owner, id);
    },
  });
  return { ...api, other: other ?? assert.fail() };
}
