import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyAuditLog } from '../../../src/usecases/audit/verify.ts';
import { createChain, createSealedChain, insertEntries, sealAll, tamper } from './chain.ts';

test('an empty log is intact', async (t) => {
  const { admin } = await createChain(t);
  assert.deepEqual(await verifyAuditLog(admin), {
    seals: 0n,
    entries: 0n,
    head: null,
    sealsWithoutTime: 0n,
    backdatedEntries: 0n,
    firstBackdated: null,
    unsealedEntries: 0n,
    oldestUnsealedAt: null,
    missingNumbers: 0n,
    broken: null,
  });
});

test('an intact log is reported with its counts, its head and the entries that wait for the next seal', async (t) => {
  const { owner, admin } = await createSealedChain(t);
  await insertEntries(owner, 2);
  const { rows } = await owner.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from audit_seal where seal_no = 3`,
  );
  const { rows: unsealed } = await owner.query<{ at: Date }>(
    'select min(at) as at from audit_entry where seal_no is null',
  );
  assert.deepEqual(await verifyAuditLog(admin), {
    seals: 3n,
    entries: 9n,
    head: { sealNo: 3n, hash: rows[0]?.hash },
    sealsWithoutTime: 0n,
    backdatedEntries: 0n,
    firstBackdated: null,
    unsealedEntries: 2n,
    oldestUnsealedAt: unsealed[0]?.at,
    missingNumbers: 0n,
    broken: null,
  });
});

test('a log with more seals, and a seal with more entries, than one page is verified', async (t) => {
  const { owner, worker, admin } = await createChain(t);
  await insertEntries(owner, 1_050);
  await sealAll(worker, 1);
  await insertEntries(owner, 2_500);
  await sealAll(worker, 2_500);
  const { broken, seals, entries } = await verifyAuditLog(admin);
  assert.deepEqual({ broken, seals, entries }, { broken: null, seals: 1_051n, entries: 3_550n });
});

/** The middle entry of the second seal. */
const VICTIM = '(select id from audit_entry where seal_no = 2 order by id offset 1 limit 1)';
const COPY = `insert into audit_entry (at, actor_kind, actor_id, actor, action, subject_type, subject_id, details, seal_no)
  select at, actor_kind, actor_id, actor, action, subject_type, subject_id, details`;

const FORGERIES: readonly (readonly [what: string, text: string, sealNo: bigint, kind: string])[] = [
  ...(
    [
      ['time', `at = at + interval '1 microsecond'`],
      ['kind of actor', `actor_kind = 'staff'`],
      ['id of the actor', `actor_id = 'mehmet'`],
      ['actor', `actor = 'ayse'`],
      ['action', `action = 'partner.enable'`],
      ['type of subject', `subject_type = 'credential'`],
      ['subject', `subject_id = subject_id || '0'`],
      ['content', `details = details || '{"no": 5}'`],
    ] as const
  ).map(
    ([part, change]) =>
      [
        `the ${part} of an entry was changed`,
        `update audit_entry set ${change} where id = ${VICTIM}`,
        2n,
        'entry_changed',
      ] as const,
  ),
  ['an entry was removed', `delete from audit_entry where id = ${VICTIM}`, 2n, 'entry_removed'],
  ['all entries of a seal were removed', 'delete from audit_entry where seal_no = 2', 2n, 'entry_removed'],
  [
    'an entry was added to a seal',
    `${COPY}, seal_no from audit_entry where id = ${VICTIM}`,
    2n,
    'entry_added',
  ],
  [
    'an entry was replaced by a copy under another id',
    `${COPY}, 2 from audit_entry where id = ${VICTIM}; delete from audit_entry where id = ${VICTIM}`,
    2n,
    'entry_changed',
  ],
  [
    'an entry was unsealed',
    `update audit_entry set seal_no = null where id = ${VICTIM}`,
    2n,
    'entry_removed',
  ],
  [
    'an entry was moved to a later seal',
    `update audit_entry set seal_no = 3 where id = ${VICTIM}`,
    2n,
    'entry_removed',
  ],
  [
    'an entry was moved to an earlier seal',
    `update audit_entry set seal_no = 1 where id = ${VICTIM}`,
    1n,
    'entry_added',
  ],
  [
    'an entry was hidden under a seal that does not exist',
    `${COPY}, 0 from audit_entry where id = ${VICTIM}`,
    0n,
    'seal_missing',
  ],
  ['the first seal was removed', 'delete from audit_seal where seal_no = 1', 1n, 'seal_missing'],
  ['a seal in the middle was removed', 'delete from audit_seal where seal_no = 2', 2n, 'seal_missing'],
  ['the last seal was removed', 'delete from audit_seal where seal_no = 3', 3n, 'seal_missing'],
  [
    'a seal was removed and the later ones moved up',
    'delete from audit_seal where seal_no = 2; update audit_seal set seal_no = 2 where seal_no = 3',
    2n,
    'chain_broken',
  ],
  [
    'a seal was inserted between two others',
    `update audit_seal set seal_no = 4 where seal_no = 3;
     insert into audit_seal (seal_no, previous_hash, hash, form, entry_count)
     select 3, hash, sha256(hash), form, 1 from audit_seal where seal_no = 2;
     ${COPY}, 3 from audit_entry where id = ${VICTIM}`,
    3n,
    'entry_added',
  ],
  [
    'the hash of a seal was changed',
    'update audit_seal set hash = sha256(hash) where seal_no = 2',
    2n,
    'entry_changed',
  ],
  [
    'the hash of the last seal was changed',
    'update audit_seal set hash = sha256(hash) where seal_no = 3',
    3n,
    'entry_changed',
  ],
  [
    "a seal was marked with the older form, which omits the actor's id",
    'update audit_seal set form = 1 where seal_no = 2',
    2n,
    'form_fell',
  ],
  [
    'the first seal was marked with an older form',
    'update audit_seal set form = 2 where seal_no = 1',
    1n,
    'entry_changed',
  ],
  [
    'the time of a seal was changed',
    `update audit_seal set sealed_at = sealed_at - interval '1 microsecond' where seal_no = 2`,
    2n,
    'entry_changed',
  ],
  [
    'the previous hash of a seal was changed',
    'update audit_seal set previous_hash = sha256(hash) where seal_no = 2',
    2n,
    'chain_broken',
  ],
  [
    'the count of a seal was raised',
    'update audit_seal set entry_count = 4 where seal_no = 2',
    2n,
    'entry_removed',
  ],
  [
    'the count of a seal was lowered',
    'update audit_seal set entry_count = 2 where seal_no = 2',
    2n,
    'entry_added',
  ],
];

for (const [what, text, sealNo, kind] of FORGERIES) {
  test(`verification finds that ${what}, and names the seal`, async (t) => {
    const { owner, admin } = await createSealedChain(t);
    await tamper(owner, text);
    const { broken, seals } = await verifyAuditLog(admin);
    assert.deepEqual([broken?.sealNo, broken?.kind], [sealNo, kind]);
    if (sealNo > 0n) assert.ok(seals <= 3n && seals >= sealNo - 1n);
  });
}

test('of several broken seals the first is named, and everything before it counts as intact', async (t) => {
  const { owner, admin } = await createSealedChain(t);
  await tamper(owner, `update audit_entry set actor = 'ayse' where seal_no in (2, 3)`);
  const { broken, seals, entries, head } = await verifyAuditLog(admin);
  assert.deepEqual([broken?.sealNo, seals, entries, head?.sealNo], [2n, 1n, 3n, 1n]);
});
