import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { listEntriesOfSeal } from '../../../src/db/read/audit/sealable-entries.ts';
import { appendNewHeads } from '../../../src/usecases/audit/publish-heads.ts';
import { createSealHash } from '../../../src/usecases/audit/seal-hash.ts';
import { manyVezneOn } from '../../commands/vezne.ts';
import { createChain, insertEntries, sealAll, tamper } from './chain.ts';
import type { Chain } from './chain.ts';

/** Four seals of three entries, each with its head in a file, and one entry that waits for its seal. */
async function createPublishedChain(t: TestContext): Promise<Chain & { headFile: string }> {
  const chain = await createChain(t);
  const directory = await mkdtemp(join(tmpdir(), 'vezne-heads-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const headFile = join(directory, 'heads');
  await writeFile(headFile, '');
  for (let seal = 0; seal < 4; seal += 1) {
    await insertEntries(chain.owner, 3);
    await sealAll(chain.worker);
    await appendNewHeads(chain.worker, headFile);
  }
  await insertEntries(chain.owner, 1);
  return { ...chain, headFile };
}

/** The middle entry of the second seal. */
const VICTIM = '(select id from audit_entry where seal_no = 2 order by id offset 1 limit 1)';
const COPY = `insert into audit_entry (at, actor_kind, actor_id, actor, action, subject_type, subject_id, details, seal_no)
  select at, actor_kind, actor_id, actor, action, subject_type, subject_id, details`;
const CHANGE = `update audit_entry set actor = 'mehmet', actor_id = 'mehmet' where id = ${VICTIM}`;

/** Computes every seal from this one on anew, as its owner could with this program: the chain fits together again. */
async function rebuild({ owner, admin }: Chain, fromSealNo: bigint): Promise<void> {
  const { rows } = await owner.query<{
    seal_no: bigint;
    form: 1 | 2 | 3;
    micros: string;
    entry_count: bigint;
  }>(
    `select seal_no, form, entry_count, (extract(epoch from sealed_at) * 1000000)::int8::text as micros
     from audit_seal where seal_no >= $1 order by seal_no`,
    [fromSealNo],
  );
  for (const { seal_no: sealNo, form, micros } of rows) {
    const { rows: before } = await owner.query<{ hash: Buffer }>(
      'select hash from audit_seal where seal_no = $1 - 1',
      [sealNo],
    );
    const entries = await listEntriesOfSeal(admin, { sealNo, afterId: null, limit: 100 });
    const previousHash = before[0]?.hash ?? Buffer.alloc(32);
    const values = {
      sealNo,
      previousHash,
      form,
      sealedAtMicroseconds: micros,
      entryCount: BigInt(entries.length),
    };
    const sealHash = createSealHash(values);
    sealHash.add(entries);
    await tamper(
      owner,
      `update audit_seal set previous_hash = '\\x${previousHash.toString('hex')}', hash = '\\x${sealHash.digest().toString('hex')}',
         entry_count = ${entries.length} where seal_no = ${sealNo}`,
    );
  }
}

interface Tampering {
  what: string;
  do: string | ((chain: Chain) => Promise<void>);
  /** What verification says with the published heads. */
  withHeads: RegExp;
  /** Without them: the same if the chain itself shows it; otherwise that it can't be known. */
  without: RegExp;
}

const CUT_OR_REBUILT = /NOT PROVEN: .* cut off, or all of them were made anew .* cannot be known/;
const NOT_SEALED = /1 entry not sealed yet, .*\nA change of what is not sealed cannot be found\./;

function inTheChain(what: string, text: string, message: RegExp): Tampering {
  return { what, do: text, withHeads: message, without: message };
}

const TAMPERINGS: readonly Tampering[] = [
  inTheChain("an entry's actor", CHANGE, /The entries of seal 2 do not have its hash/),
  inTheChain(
    "an entry's time",
    `update audit_entry set at = at - interval '1 microsecond' where id = ${VICTIM}`,
    /The entries of seal 2 do not have its hash/,
  ),
  inTheChain(
    "an entry's details",
    `update audit_entry set details = '{"no": "7"}' where id = ${VICTIM}`,
    /The entries of seal 2 do not have its hash/,
  ),
  inTheChain(
    'two entries, exchanged',
    `update audit_entry e set subject_id = o.subject_id, details = o.details, at = o.at from audit_entry o
     where e.seal_no = 2 and o.seal_no = 2 and e.id + o.id = (select min(id) + max(id) from audit_entry where seal_no = 2) and e.id <> o.id`,
    /The entries of seal 2 do not have its hash/,
  ),
  inTheChain(
    'two entries of two seals, exchanged',
    `update audit_entry set seal_no = 5 - seal_no where id in (${VICTIM}, (select min(id) from audit_entry where seal_no = 3))`,
    /The entries of seal 2 do not have its hash/,
  ),
  inTheChain(
    'a sealed entry, removed',
    `delete from audit_entry where id = ${VICTIM}`,
    /Seal 2 was made over 3 entries, and 2 are left/,
  ),
  inTheChain(
    'a sealed entry, unsealed to be sealed once more',
    `update audit_entry set seal_no = null where id = ${VICTIM}`,
    /Seal 2 was made over 3 entries, and 2 are left/,
  ),
  inTheChain(
    'a copy of an entry, slipped into a seal',
    `${COPY}, 2 from audit_entry where id = ${VICTIM}`,
    /Seal 2 was made over 3 entries, and now has 4/,
  ),
  inTheChain(
    'an unsealed entry that got the number of a seal',
    'update audit_entry set seal_no = 4 where seal_no is null',
    /Seal 4 was made over 3 entries, and now has 4/,
  ),
  inTheChain(
    'an entry hidden under a seal that does not exist',
    `update audit_entry set seal_no = 9 where seal_no is null`,
    /Seal 9 is missing/,
  ),
  inTheChain(
    'the time of a seal',
    `update audit_seal set sealed_at = sealed_at + interval '1 hour' where seal_no = 3`,
    /The entries of seal 3 do not have its hash: an entry, or the seal itself, was changed/,
  ),
  inTheChain(
    'the form of a seal, lowered',
    'update audit_seal set form = 2 where seal_no = 3',
    /Seal 3 has an older form than the seal before it/,
  ),
  inTheChain(
    'the count of a seal',
    'update audit_seal set entry_count = 2 where seal_no = 3',
    /Seal 3 was made over 2 entries, and now has 3/,
  ),
  inTheChain(
    'the hash of a seal',
    'update audit_seal set hash = sha256(hash) where seal_no = 3',
    /The entries of seal 3 do not have its hash/,
  ),
  inTheChain(
    'a seal in the middle, removed',
    'delete from audit_seal where seal_no = 3',
    /Seal 3 is missing/,
  ),
  inTheChain(
    'two seals, exchanged',
    `update audit_seal set seal_no = 100 where seal_no = 2; update audit_seal set seal_no = 2 where seal_no = 3;
     update audit_seal set seal_no = 3 where seal_no = 100`,
    /Seal 2 does not follow the seal before it/,
  ),
  {
    what: 'the end, cut off with its entries',
    do: 'delete from audit_entry where seal_no = 4; delete from audit_seal where seal_no = 4',
    withHeads: /The published head of seal 4 is not in the chain/,
    without: CUT_OR_REBUILT,
  },
  {
    what: 'the whole log, emptied',
    do: 'delete from audit_entry; delete from audit_seal',
    withHeads: /The published head of seal 1 is not in the chain/,
    without: /NOT PROVEN: .* There is no seal, and whether there was one before cannot be known/,
  },
  {
    what: 'an entry, with every later seal made anew',
    async do(chain) {
      await tamper(chain.owner, CHANGE);
      await rebuild(chain, 2n);
    },
    withHeads: /The published head of seal 2 is not in the chain/,
    without: CUT_OR_REBUILT,
  },
  {
    what: 'the whole chain, sealed anew by a worker from the first entry on',
    async do({ owner, worker }) {
      await tamper(
        owner,
        `update audit_entry set seal_no = null; delete from audit_seal; ${CHANGE.replace('seal_no = 2', 'true')}`,
      );
      await sealAll(worker, 3);
    },
    withHeads: /The published head of seal 1 is not in the chain/,
    without: CUT_OR_REBUILT,
  },
  {
    what: 'the last seal, made anew with an older time',
    async do(chain) {
      await tamper(
        chain.owner,
        `update audit_seal set sealed_at = sealed_at - interval '1 day' where seal_no = 4`,
      );
      await rebuild(chain, 4n);
    },
    withHeads: /The published head of seal 4 is not in the chain/,
    without: CUT_OR_REBUILT,
  },
  {
    what: 'an entry put into the past, which the worker then seals',
    async do({ owner, worker }) {
      await insertEntries(owner, 1);
      await tamper(
        owner,
        `update audit_entry set at = at - interval '30 days' where id = (select max(id) from audit_entry)`,
      );
      await sealAll(worker);
    },
    withHeads: /WARNING: 1 entry put into the past: entry \d+ in seal 5 says/,
    without: /WARNING: 1 entry put into the past: entry \d+ in seal 5 says[^]*NOT PROVEN/,
  },
  {
    what: 'an entry, removed before it was sealed',
    async do({ owner, worker }) {
      const [id = 0n] = await insertEntries(owner, 1);
      await insertEntries(owner, 1);
      await tamper(owner, `delete from audit_entry where id = ${id}`);
      await sealAll(worker);
    },
    withHeads:
      /1 entry number not in use\. .* an entry removed before it was sealed: which of the two it was cannot be known/,
    without: /1 entry number not in use\. [^]*NOT PROVEN/,
  },
  {
    what: 'an entry, changed before it was sealed',
    do: `update audit_entry set actor = 'mehmet' where seal_no is null`,
    withHeads: NOT_SEALED,
    without: NOT_SEALED,
  },
];

test('there are more than twenty ways', () => assert.ok(TAMPERINGS.length > 20));

for (const { what, do: act, withHeads, without } of TAMPERINGS) {
  test(`the owner of the database changes ${what}: verification finds it, or says what it cannot know`, async (t) => {
    const chain = await createPublishedChain(t);
    // Under nobody's name: what is found would be one more entry of the log.
    const vezne = manyVezneOn(t, chain.database, { VEZNE_ACTOR: '' });
    const before = await vezne('audit', 'verify', '--heads', chain.headFile);
    assert.equal(before.code, 0, before.stderr);
    if (typeof act === 'string') await tamper(chain.owner, act);
    else await act(chain);

    const told = await vezne('audit', 'verify', '--heads', chain.headFile);
    assert.match(`${told.stdout}${told.stderr}`, withHeads);
    const isOnlySaid = /WARNING|not in use|not sealed yet/.test(withHeads.source);
    assert.equal(told.code, isOnlySaid ? 0 : 1, told.stderr);

    const alone = await vezne('audit', 'verify');
    assert.match(`${alone.stdout}${alone.stderr}`, without);
    assert.equal(alone.code, without.source === withHeads.source && !isOnlySaid ? 1 : 3, alone.stderr);
  });
}

test('the time of a seal of an earlier form is not in its hash: a published head finds it, and without one it is said', async (t) => {
  const chain = await createChain(t);
  await insertEntries(chain.owner, 1);
  const [entry] = await chain.admin
    .selectFrom('audit_entry')
    .select((eb) => [eb.ref('id').as('id')])
    .execute();
  const [sealable] = await (async () => {
    await tamper(chain.owner, 'update audit_entry set seal_no = 1');
    return await listEntriesOfSeal(chain.admin, { sealNo: 1n, afterId: null, limit: 1 });
  })();
  assert.equal(sealable?.id, entry?.id);
  const sealHash = createSealHash({
    sealNo: 1n,
    previousHash: Buffer.alloc(32),
    form: 2,
    entryCount: 1n,
    sealedAtMicroseconds: 'not covered',
  });
  sealHash.add(sealable === undefined ? [] : [sealable]);
  await chain.owner.query(
    'insert into audit_seal (seal_no, previous_hash, hash, form, entry_count) values (1, $1, $2, 2, 1)',
    [Buffer.alloc(32), sealHash.digest()],
  );
  const directory = await mkdtemp(join(tmpdir(), 'vezne-heads-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const headFile = join(directory, 'heads');
  await appendNewHeads(chain.worker, headFile);
  await tamper(chain.owner, `update audit_seal set sealed_at = sealed_at - interval '1 day'`);
  const vezne = manyVezneOn(t, chain.database);
  const told = await vezne('audit', 'verify', '--heads', headFile);
  assert.equal(told.code, 1);
  assert.match(told.stderr, /published head of seal 1 has the hash of the chain and another time/);
  const alone = await vezne('audit', 'verify');
  assert.equal(alone.code, 3);
  assert.match(alone.stderr, /nor the times of 1 seal of earlier forms/);
});

/** Which column of an entry is in the hash, and under which name of the sealed text. */
const COVERED = [
  'action',
  'actor',
  'actor_id',
  'actor_kind',
  'at',
  'details',
  'id',
  'subject_id',
  'subject_type',
];

/** Its number of the seal is which hash that is. When it was written only helps a search, and the database's owner alone could change it. */
const UNSEALED = ['seal_no', 'written_at'];

test('every column that says what happened is in the hash of its seal', async (t) => {
  const { owner } = await createChain(t);
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'audit_entry'::regclass and attnum > 0 and not attisdropped`,
  );
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...COVERED, ...UNSEALED].toSorted());
});

test('a worker of the version before cannot seal after a newer one, and the newer one goes on', async (t) => {
  const { owner, worker, database } = await createChain(t);
  await insertEntries(owner, 1);
  await sealAll(worker);
  const { rows } = await owner.query<{ hash: Buffer }>('select hash from audit_seal');
  const older = database.pool('vezne_worker');
  const hash = createHash('sha256').update('as form 2 makes it').digest();
  await assert.rejects(
    older.query(
      'insert into audit_seal (seal_no, previous_hash, hash, form, entry_count) values (2, $1, $2, 2, 1)',
      [rows[0]?.hash, hash],
    ),
    { constraint: 'audit_seal_form_never_falls', message: /a newer worker seals the audit log now/ },
  );
  await insertEntries(owner, 1);
  await sealAll(worker);
  const { rows: seals } = await owner.query('select form from audit_seal order by seal_no');
  assert.deepEqual(seals, [{ form: 3 }, { form: 3 }]);
});
