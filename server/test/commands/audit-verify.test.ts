import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createSealedChain, insertEntries, sealAll, tamper } from '../usecases/audit/chain.ts';
import { jsonOf, manyVezneOn, vezneOn } from './vezne.ts';

async function prepare(t: TestContext) {
  const chain = await createSealedChain(t);
  const { rows } = await chain.owner.query<{ hash: string; line: string }>(
    `select encode(hash, 'hex') as hash, seal_no || ' ' || encode(hash, 'hex') || ' ' ||
       to_char(date_trunc('milliseconds', sealed_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as line
     from audit_seal order by seal_no`,
  );
  const directory = await mkdtemp(join(tmpdir(), 'vezne-heads-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const fileOf = async (text: string): Promise<string> => {
    await writeFile(join(directory, 'heads'), text);
    return join(directory, 'heads');
  };
  const hashes = rows.map(({ hash }) => hash);
  const lines = rows.map(({ line }) => `${line}\n`);
  return { ...chain, vezne: manyVezneOn(t, chain.database), hashes, lines, fileOf };
}

test('an intact audit log is reported with its head, for people and for programs', async (t) => {
  const { vezne, hashes, lines, fileOf, owner } = await prepare(t);
  await insertEntries(owner, 1);
  const file = await fileOf(lines.join(''));
  const told = await vezne('audit', 'verify', '--head', hashes[1]?.toUpperCase() ?? '', '--heads', file);
  assert.deepEqual([told.code, told.stderr], [0, '']);
  assert.match(
    told.stdout,
    new RegExp(
      `^3 seals over 9 entries found intact\\.\nHead: seal 3 ${hashes[2]}\n4 published heads found in the chain, the newest of seal 3\\.\n` +
        '1 entry not sealed yet, the oldest since [^\n]+\\.\nA change of what is not sealed cannot be found\\.\n$',
    ),
  );
  const { oldestUnsealedAt, ...report } = jsonOf(await vezne('audit', 'verify', '--heads', file, '--json'));
  assert.match(String(oldestUnsealedAt), /^\d{4}-/);
  assert.deepEqual(report, {
    isIntact: true,
    isProven: true,
    problem: null,
    seals: 3,
    entries: 9,
    head: { sealNo: 3, hash: hashes[2] },
    sealsWithoutTime: 0,
    backdatedEntries: 0,
    firstBackdated: null,
    // The one above, and what the first run has found.
    unsealedEntries: 2,
    missingNumbers: 0,
    broken: null,
    headsChecked: 3,
    provenSealNo: 3,
  });
});

test('without a head an intact log ends with 3, and says what cannot be known', async (t) => {
  const { vezne, fileOf, lines, hashes } = await prepare(t);
  const told = await vezne('audit', 'verify');
  assert.equal(told.code, 3);
  assert.match(told.stdout, /^3 seals over 9 entries found intact\.\n/);
  assert.match(
    told.stderr,
    /^vezne: NOT PROVEN: NO PUBLISHED HEAD WAS GIVEN\. .* later ones were cut off, or all of them were made anew [^\n]+\n$/,
  );
  const { code, stdout } = await vezne('audit', 'verify', '--json');
  const report = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(
    [code, report['isIntact'], report['isProven'], report['provenSealNo']],
    [3, true, false, null],
  );
  const empty = await vezne('audit', 'verify', '--heads', await fileOf(''));
  assert.equal(empty.code, 3, 'A file without a head proves nothing.');
  const older = await vezne('audit', 'verify', '--heads', await fileOf(lines[0] ?? ''));
  assert.equal(older.code, 0);
  assert.match(older.stdout, /the newest of seal 1\.\n2 seals came after it: [^\n]+ needs a newer head\.\n/);
  const byHash = await vezne('audit', 'verify', '--head', hashes[1] ?? '');
  assert.equal(byHash.code, 0);
  assert.match(byHash.stdout, /the newest of seal 2\.\n1 seal came after it/);
});

test('a broken audit log exits with 1 and a sentence that names the seal, also with --json', async (t) => {
  const { database, owner } = await prepare(t);
  const vezne = vezneOn(database);
  await tamper(owner, `update audit_entry set actor = 'ayse' where seal_no = 2`);
  const told = await vezne('audit', 'verify');
  assert.equal(told.code, 1);
  assert.match(told.stdout, /^1 seal over 3 entries found intact\.\n/);
  assert.match(told.stderr, /^vezne: THE AUDIT LOG IS BROKEN\. The entries of seal 2 [^\n]+\n$/);
  const { code, stdout, stderr } = await vezne('audit', 'verify', '--json');
  assert.deepEqual([code, stderr], [1, told.stderr]);
  const report = JSON.parse(stdout) as { isIntact: boolean; broken: Record<string, unknown> };
  assert.deepEqual(
    [report.isIntact, report.broken['sealNo'], report.broken['kind']],
    [false, 2, 'entry_changed'],
  );
});

test('a chain that was rebuilt is consistent in itself, but a published head reveals it', async (t) => {
  const { vezne, owner, worker, hashes, lines, fileOf } = await prepare(t);
  await tamper(
    owner,
    `update audit_entry set seal_no = null; delete from audit_seal; update audit_entry set actor = 'ayse' where id = (select max(id) from audit_entry)`,
  );
  await sealAll(worker, 3);
  assert.equal((await vezne('audit', 'verify')).code, 3);
  assert.equal(
    (await vezne('audit', 'verify', '--head', hashes[0] ?? '')).code,
    1,
    'Even a seal over the same entries has another time, and so another hash.',
  );
  const byHead = await vezne('audit', 'verify', '--head', hashes[2] ?? '');
  assert.equal(byHead.code, 1);
  assert.match(byHead.stderr, new RegExp(`published head ${hashes[2]} is not in the chain`));
  const byFile = await vezne('audit', 'verify', '--heads', await fileOf(lines.join('')));
  assert.equal(byFile.code, 1);
  assert.match(byFile.stderr, /published head of seal 1 is not in the chain/);
});

test('a chain that was shortened is revealed by a published head that is missing from it', async (t) => {
  const { vezne, owner, lines, fileOf } = await prepare(t);
  await tamper(owner, 'delete from audit_entry where seal_no = 3; delete from audit_seal where seal_no = 3');
  assert.equal((await vezne('audit', 'verify')).code, 3);
  const { code, stderr } = await vezne('audit', 'verify', '--heads', await fileOf(lines.join('')));
  assert.equal(code, 1);
  assert.match(stderr, /published head of seal 3 is not in the chain/);
});

test('a head with the right hash and another time says that the time differs', async (t) => {
  const { vezne, lines, fileOf } = await prepare(t);
  const file = await fileOf((lines[0] ?? '').replace(/T\d\d:/, 'T99:'));
  const { code, stderr } = await vezne('audit', 'verify', '--heads', file);
  assert.equal(code, 1);
  assert.match(stderr, /published head of seal 1 has the hash of the chain and another time/);
});

test('unreadable heads are reported in a sentence and never accepted as good', async (t) => {
  const { vezne, lines, fileOf } = await prepare(t);
  const missing = await vezne('audit', 'verify', '--heads', '/nowhere/heads');
  assert.deepEqual([missing.code, missing.stdout], [1, '']);
  assert.match(missing.stderr, /^vezne: The file of published heads cannot be read: \/nowhere\/heads\n$/);
  const damaged = await vezne('audit', 'verify', '--heads', await fileOf(`${lines[0]}not a head\n`));
  assert.deepEqual([damaged.code, damaged.stdout], [1, '']);
  assert.match(damaged.stderr, /^vezne: Line 2 of the published heads is not a head\./);
  assert.equal((await vezne('audit', 'verify', '--head', 'abc')).code, 2);
});

test('what was found is kept in the log under the name of the person who looked', async (t) => {
  const { vezne, lines, fileOf, owner } = await prepare(t);
  const file = await fileOf(lines.join(''));
  await vezne('audit', 'verify', '--heads', file, '--as', 'elif');
  await vezne('audit', 'verify', '--as', 'elif');
  await tamper(owner, `update audit_entry set actor = 'x' where id = 5`);
  await vezne('audit', 'verify', '--heads', file, '--as', 'elif');
  const { rows } = await owner.query<{ actor: string; kind: string; details: Record<string, unknown> }>(
    `select actor, actor_kind as kind, details from audit_entry where action = 'audit.verify' order by id`,
  );
  assert.deepEqual(
    rows.map(({ actor, kind, details }) => [actor, kind, details['result'], details['provenSeal']]),
    [
      ['elif', 'command_line', 'proven', '3'],
      ['elif', 'command_line', 'intact', null],
      ['elif', 'command_line', 'broken', '3'],
    ],
  );
  assert.match(String(rows[2]?.details['problem']), /seal 2/);
});
