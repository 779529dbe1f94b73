// In a process of its own: its processor time is measured.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transactionListQuery } from '@vezne/contract/partner/transactions';
import { ApiError } from '../../../src/http/partner/api-error.ts';
import { nearestRoutes } from '../../../src/http/partner/known-routes.ts';
import { readQuery } from '../../../src/http/partner/query-string.ts';

test('a path of sixteen thousand slashes costs no more than any other', () => {
  const path = `${'/'.repeat(16_000)}x`;
  const before = process.cpuUsage();
  for (let round = 0; round < 20; round += 1) assert.equal(nearestRoutes('GET', path), undefined);
  const { user } = process.cpuUsage(before);
  // A pattern for slashes at the end began anew at each of them: 300 ms for a path.
  assert.ok(user < 200_000, `${user} µs`);
});

test('an answer repeats few of the parameters that do not exist, and none that is long', () => {
  const problem = (query: string): string => {
    try {
      readQuery(query, transactionListQuery);
    } catch (error) {
      assert.ok(error instanceof ApiError);
      return JSON.stringify(error.extras);
    }
    return assert.fail('it was accepted');
  };
  assert.match(problem('colour=red&size=1'), /has no parameter colour, size/);
  const long = 'q'.repeat(8_000);
  for (const query of [
    `${long}=1`,
    `${long}=1&${long}=2`,
    Array.from({ length: 4_000 }, (_, at) => `p${at}`).join('&'),
  ])
    assert.ok(problem(query).length < 500, problem(query));
});
