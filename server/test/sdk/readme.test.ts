import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { API_ERROR_CODES } from '@vezne/contract/partner/errors';
import { startTestApi } from '../harness/api.ts';
import { createPartnerProject } from './packed-sdk.ts';

const README = readFileSync(new URL('../../../packages/sdk/README.md', import.meta.url), 'utf8');

test('the samples of the README, one after another, compile and do what they say', async (t) => {
  const api = await startTestApi(t);
  const project = await createPartnerProject(t);
  const samples = [...README.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, sample = '']) => sample);
  assert.equal(samples.length, 7);
  await project.write('samples.ts', samples.join('\n'));
  assert.equal(await project.typeProblems(['samples.ts']), '');
  const lines = (await project.run('samples.ts', api)).trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^Send the player to https:\/\/pay\.example\/./);
  assert.deepEqual(lines.slice(1), [
    'The payout is sent',
    'It is waiting_payment',
    'Found 1',
    'Listed payout-1 24250',
    'Listed order-1 97000',
    'Deposits from 5000 to 50000000',
    'Cancelled: partner_cancelled',
    'Told deposit.rejected order-1 0',
    'Available 0 and waiting to be taken 25000',
    'Told deposit.approved order-2 92150',
    'Answered 200 {"result":"done"}',
    'Answered 200',
  ]);
});

test('every code that the README mentions is in the catalogue', () => {
  const advised = README.split('\n')
    .filter((line) => /^\| `[a-z_]+`/.test(line))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code));
  assert.ok(advised.length >= 8);
  assert.deepEqual(
    advised.filter((code) => !API_ERROR_CODES.some((known) => known === code)),
    [],
  );
});
