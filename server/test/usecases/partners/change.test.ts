import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '@vezne/domain/money';
import { findPartner } from '../../../src/db/read/partners/partners.ts';
import { readTermsInForce } from '../../../src/db/read/partners/partner-terms.ts';
import {
  disablePartner,
  enablePartner,
  pausePartner,
  resumePartner,
  setPartner,
} from '../../../src/usecases/partners/change.ts';
import { getPartner } from '../../../src/usecases/partners/get.ts';
import { setTerms } from '../../../src/usecases/partners/set-terms.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { insertPartner } from '../../harness/factories.ts';
import { refusedFor, resultOrCode } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

test('a partner is found by id and by name in any case, and an unknown partner is refused with the given name', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id, name } = await insertPartner(owner);
  assert.equal((await getPartner(context.db, id)).id, id);
  assert.equal((await getPartner(context.db, name.toUpperCase())).id, id);
  await assert.rejects(
    getPartner(context.db, 'nobody'),
    refusedFor('partner_not_found', { named: 'nobody' }),
  );
});

test('only the given settings change, and the audit log shows only those, before and after', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id } = await insertPartner(owner, { redirectHosts: ['a.example'], requestsPerSecond: 7 });
  const before = await getPartner(context.db, id);
  const settings = { creditLineCents: cents(50_000n), redirectHosts: [] };
  await byTwo(pool, setPartner(context, { partner: id, settings }));

  const expected = { ...before, creditLineCents: 50_000n, redirectHosts: [] };
  assert.deepEqual(await getPartner(context.db, id), expected);
  const entry = (await auditRows(owner)).at(-1);
  assert.equal(entry?.action, 'partner.set');
  const { requestId: _, ...details } = entry.details;
  assert.deepEqual(details, {
    askedBy: 'ayse',
    before: { creditLine: '0.00', redirectHosts: ['a.example'] },
    after: { creditLine: '500.00', redirectHosts: [] },
  });
});

test('setting the current values succeeds and writes nothing', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id, name } = await insertPartner(owner);
  const epochBefore = await owner.query('select epoch from configuration_epoch');
  assert.equal((await byOne(setPartner(context, { partner: id, settings: { name } }))).change, undefined);
  assert.deepEqual((await owner.query('select epoch from configuration_epoch')).rows, epochBefore.rows);
  assert.deepEqual(await auditRows(owner), []);
});

test('a partner cannot be renamed to the name of another', async (t) => {
  const { context, owner } = await createAdministration(t);
  const [one, other] = [await insertPartner(owner), await insertPartner(owner)];
  await assert.rejects(
    setPartner(context, { partner: one.id, settings: { name: other.name } }),
    refusedFor('partner_name_taken', { name: other.name }),
  );
  assert.equal((await findPartner(context.db, one.id))?.name, one.name);
});

test('a pause of deposits leaves withdrawals open, and a resume ends it', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const pauses = async () => {
    const { depositsPaused, withdrawalsPaused } = await getPartner(context.db, partner);
    return [depositsPaused, withdrawalsPaused];
  };
  await pausePartner(context, { partner, deposits: true, withdrawals: false });
  assert.deepEqual(await pauses(), [true, false]);
  await pausePartner(context, { partner, deposits: false, withdrawals: true });
  assert.deepEqual(await pauses(), [true, true]);
  await resumePartner(context, { partner, deposits: true, withdrawals: false });
  assert.deepEqual(await pauses(), [false, true]);
  assert.deepEqual(
    (await auditRows(owner)).map(({ action }) => action),
    ['partner.pause', 'partner.pause', 'partner.resume'],
  );
});

test('a partner is disabled by one, and enabled again by two', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id } = await insertPartner(owner);
  assert.equal((await byOne(disablePartner(context, id))).partner.status, 'disabled');
  assert.equal((await getPartner(context.db, id)).status, 'disabled');
  assert.equal((await byTwo(pool, enablePartner(context, id))).partner.status, 'active');
  assert.equal((await getPartner(context.db, id)).status, 'active');
});

test('new terms are a new version, and values that are not given carry over', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id } = await insertPartner(owner, {
    depositBasisPoints: 300,
    fixedCents: 150n,
    mode: 'fee_on_top',
  });
  const { version } = await byTwo(
    pool,
    setTerms(context, {
      partner: id,
      direction: 'deposit',
      changes: { basisPoints: 250 },
      from: 'now',
    }),
  );
  assert.equal(version, 2);
  const inForce = await readTermsInForce(context.db, id);
  assert.deepEqual(
    inForce.map(({ direction, version, basisPoints, fixedCents, mode, createdBy }) => [
      direction,
      version,
      basisPoints,
      fixedCents,
      mode,
      createdBy,
    ]),
    [
      ['deposit', 2, 250, 150n, 'fee_on_top', 'mehmet'],
      ['withdrawal', 1, 300, 150n, 'fee_on_top', 'test'],
    ],
  );
  const { requestId: _, ...details } = (await auditRows(owner)).at(-1)?.details ?? assert.fail();
  assert.deepEqual(details, {
    version: 2,
    from: inForce[0]?.effectiveFrom.toISOString(),
    askedBy: 'ayse',
    before: { basisPoints: 300 },
    after: { basisPoints: 250, direction: 'deposit', from: 'now' },
  });
});

test('a rate above the whole amount is refused', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const set = (basisPoints: number) =>
    setTerms(context, { partner, direction: 'deposit', changes: { basisPoints }, from: 'now' });
  await assert.rejects(set(10_001), refusedFor('commission_rate_out_of_range', { maxBasisPoints: 10_000 }));
  assert.equal((await byTwo(pool, set(10_000))).terms.basisPoints, 10_000);
});

test('of terms that were asked at the same moment, one holds; the others were asked about something else', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const asked = await Promise.all([
    setTerms(context, { partner, direction: 'deposit', changes: { basisPoints: 111 }, from: 'now' }),
    setTerms(context, { partner, direction: 'deposit', changes: { fixedCents: cents(222n) }, from: 'now' }),
    setTerms(context, { partner, direction: 'deposit', changes: { mode: 'fee_on_top' }, from: 'now' }),
  ]);
  const outcomes = await Promise.all(
    asked.map(async (one) => await resultOrCode(byTwo(pool, Promise.resolve(one)))),
  );
  assert.equal(outcomes.filter((outcome) => outcome === 'subject_changed').length, 2);
  const [deposit] = await readTermsInForce(context.db, partner);
  assert.equal(deposit?.version, 2);
});
