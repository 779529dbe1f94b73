import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLiveBlocks } from '../../../src/db/read/partners/blocked-parties.ts';
import { readConfiguration } from '../../../src/db/read/partners/configuration.ts';
import { block } from '../../../src/usecases/blocks/block.ts';
import { getBlock } from '../../../src/usecases/blocks/get.ts';
import { unblock } from '../../../src/usecases/blocks/unblock.ts';
import { byTwo } from '../../harness/by-two.ts';
import { insertPartner } from '../../harness/factories.ts';
import { assertRefused, refusedFor, resultOrCode } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

const IBAN = 'TR330006100519786457841326';
const IBAN_BLOCK = { subject: { iban: IBAN }, reason: 'Reported by its bank.', until: null };

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

test('a blocked player is known to the api, with the person, the reason and the time in the audit log', async (t) => {
  const { context, owner, database } = await createAdministration(t);
  const { id: partnerId, name } = await insertPartner(owner);
  const until = inHours(1);
  const subject = { partner: name.toUpperCase(), customerId: 'player-1' };
  const blocked = await block(context, { subject, reason: ' Asked for a break. ', until });

  assert.deepEqual(await getBlock(context.db, blocked.id), blocked);
  const { createdAt, ...values } = blocked;
  assert.ok(createdAt instanceof Date);
  assert.deepEqual(values, {
    id: blocked.id,
    kind: 'player',
    partnerId,
    partnerName: name,
    customerId: 'player-1',
    iban: null,
    reason: 'Asked for a break.',
    expiresAt: until,
    blockedBy: 'ayse',
    blockedById: 'ayse',
    endedAt: null,
    endedBy: null,
    isLive: true,
  });
  const { blocks } = await readConfiguration(database.pool('vezne_api'));
  assert.deepEqual(blocks, [{ partnerId, subject: 'player-1', expiresAt: until }]);
  assert.deepEqual(await auditRows(owner), [
    {
      actor_kind: 'command_line',
      actor: 'ayse',
      action: 'block.add',
      subject_type: 'block',
      subject_id: blocked.id,
      details: {
        after: {
          kind: 'player',
          partnerId,
          customerId: 'player-1',
          reason: 'Asked for a break.',
          expiresAt: until.toISOString(),
        },
      },
    },
  ]);
});

test('an IBAN is blocked in one spelling, and an impossible one is refused', async (t) => {
  const { context, database } = await createAdministration(t);
  const spelled = { ...IBAN_BLOCK, subject: { iban: 'tr33 0006 1005 1978 6457 8413 26' } };
  assert.equal((await block(context, spelled)).iban, IBAN);
  const { blocks } = await readConfiguration(database.pool('vezne_api'));
  assert.deepEqual(blocks, [{ partnerId: null, subject: IBAN, expiresAt: null }]);
  await assertRefused(block(context, { ...IBAN_BLOCK, subject: { iban: 'TR34' } }), 'iban_invalid');
});

test('what cannot be blocked is refused with its reason, and nothing is written', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const subject = { partner, customerId: 'p' };
  for (const [change, code] of [
    [{ subject: { partner: 'nobody', customerId: 'p' } }, 'partner_not_found'],
    [{ subject: { partner, customerId: '' } }, 'text_empty'],
    [{ subject: { partner, customerId: 'p'.repeat(65) } }, 'text_too_long'],
    [{ reason: '  ' }, 'text_empty'],
    [{ reason: 'r'.repeat(1025) }, 'text_too_long'],
    [{ reason: 'two\nlines' }, 'text_unusable'],
    [{ until: inHours(-1) }, 'block_until_past'],
  ] as const) {
    await assertRefused(block(context, { subject, reason: 'Fraud.', until: null, ...change }), code);
  }
  assert.deepEqual(await listLiveBlocks(context.db), []);
  assert.deepEqual(await auditRows(owner), []);
});

test("a player's id is taken with its spaces, as the partner sends it", async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const subject = { partner, customerId: ' p ' };
  assert.equal((await block(context, { subject, reason: 'Fraud.', until: null })).customerId, ' p ');
});

test('a block that lasts longer replaces the one that is there; no other does', async (t) => {
  const { context, owner } = await createAdministration(t);
  const first = await block(context, { ...IBAN_BLOCK, until: inHours(2) });
  await assert.rejects(
    block(context, { ...IBAN_BLOCK, until: inHours(1) }),
    refusedFor('already_blocked', { blockId: first.id, until: first.expiresAt }),
  );
  const longer = await block(context, { ...IBAN_BLOCK, until: inHours(3) });
  const forEver = await block(context, IBAN_BLOCK);
  await assert.rejects(
    block(context, IBAN_BLOCK),
    refusedFor('already_blocked', { blockId: forEver.id, until: null }),
  );
  await assertRefused(block(context, { ...IBAN_BLOCK, until: inHours(9) }), 'already_blocked');

  assert.deepEqual(
    (await listLiveBlocks(context.db)).map(({ id }) => id),
    [forEver.id],
  );
  assert.equal((await getBlock(context.db, first.id)).endedBy, 'ayse');
  assert.deepEqual(
    (await auditRows(owner)).map(({ details }) => details['replaces']),
    [undefined, first.id, longer.id],
  );
});

test('a block that has expired does not stand in the way of a new one', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id } = await block(context, { ...IBAN_BLOCK, until: inHours(1) });
  await owner.query(
    `update blocked_party set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'`,
  );
  assert.deepEqual(await listLiveBlocks(context.db), []);
  assert.equal((await getBlock(context.db, id)).isLive, false);
  await block(context, { ...IBAN_BLOCK, until: inHours(1) });
  assert.equal((await listLiveBlocks(context.db)).length, 1);
});

test('of many people who block the same account at the same moment, one does', async (t) => {
  const { context, owner } = await createAdministration(t);
  const results = await Promise.all(
    Array.from({ length: 8 }, async () => await resultOrCode(block(context, IBAN_BLOCK))),
  );
  assert.equal(results.filter((result) => result === 'already_blocked').length, 7);
  assert.equal((await listLiveBlocks(context.db)).length, 1);
  assert.equal((await auditRows(owner)).length, 1);
});

test('a block is removed once, and the audit log says what it was', async (t) => {
  const { context, owner, database, pool } = await createAdministration(t);
  const { id } = await block(context, IBAN_BLOCK);
  const ended = await byTwo(pool, unblock(context, id));
  assert.deepEqual([ended.isLive, ended.endedBy], [false, 'mehmet']);
  assert.deepEqual((await readConfiguration(database.pool('vezne_api'))).blocks, []);
  await assert.rejects(unblock(context, id), refusedFor('block_ended_before', { blockId: id }));
  for (const unknown of ['all', '00000000-0000-4000-8000-000000000000']) {
    await assert.rejects(unblock(context, unknown), refusedFor('block_not_found', { blockId: unknown }));
  }
  const [, asked, confirmed, entry, ...more] = await auditRows(owner);
  assert.deepEqual([asked?.action, confirmed?.action, more], ['request.ask', 'request.confirm', []]);
  assert.ok(entry);
  assert.deepEqual([entry.action, entry.subject_id], ['block.remove', id]);
  assert.equal((entry.details['before'] as Record<string, unknown>)['iban'], IBAN);
});
