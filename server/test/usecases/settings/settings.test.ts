import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_CENTS, cents } from '@vezne/domain/money';
import { readConfiguration } from '../../../src/db/read/partners/configuration.ts';
import { readSettingsInForce } from '../../../src/db/read/partners/platform-settings.ts';
import { pausePartner, setPartner } from '../../../src/usecases/partners/change.ts';
import { pausePlatform, resumePlatform, setLimits } from '../../../src/usecases/settings/change.ts';
import { byOne, byTwo } from '../../harness/by-two.ts';
import { insertPartner } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

test('a new limit is a new version that keeps the other limits, and the api reads it', async (t) => {
  const { context, database, owner } = await createAdministration(t);
  const before = (await readConfiguration(database.pool('vezne_api'))).settings;
  const { settings } = await byOne(setLimits(context, { depositMinCents: cents(10_000n) }));
  assert.equal(settings.createdBy, 'ayse');
  const after = (await readConfiguration(database.pool('vezne_api'))).settings;
  assert.deepEqual(after, { ...before, depositMinCents: 10_000n });
  const [entry] = await auditRows(owner);
  assert.equal(entry?.action, 'limits.set');
  assert.deepEqual(entry.details, {
    version: settings.version,
    before: { depositMin: '50.00' },
    after: { depositMin: '100.00' },
  });
});

test('a minimum above its maximum is refused, even if only one of them is set', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  await assert.rejects(
    setLimits(context, { depositMinCents: cents(50_000_001n) }),
    refusedFor('minimum_above_maximum', {
      type: 'deposit',
      minCents: cents(50_000_001n),
      maxCents: cents(50_000_000n),
    }),
  );
  await assert.rejects(
    setLimits(context, { withdrawalMaxCents: cents(4_999n) }),
    refusedFor('minimum_above_maximum'),
  );
  await assert.rejects(
    setLimits(context, { withdrawalMinCents: ZERO_CENTS }),
    refusedFor('minimum_not_positive', { type: 'withdrawal' }),
  );
  assert.deepEqual(await auditRows(owner), []);
  const { settings } = await byTwo(
    pool,
    setLimits(context, { depositMinCents: cents(700n), depositMaxCents: cents(700n) }),
  );
  assert.deepEqual([settings.depositMinCents, settings.depositMaxCents], [700n, 700n]);
});

test('the limit of FAST transfers is set like any other, and stays when another one changes', async (t) => {
  const { context } = await createAdministration(t);
  assert.equal((await readSettingsInForce(context.db)).fastLimitCents, 10_000_000n);
  const { change } = await byOne(setLimits(context, { fastLimitCents: cents(20_000_000n) }));
  assert.deepEqual(change, { before: { fastLimit: '100000.00' }, after: { fastLimit: '200000.00' } });
  await byOne(setLimits(context, { depositMinCents: cents(7_000n) }));
  assert.equal((await readSettingsInForce(context.db)).fastLimitCents, 20_000_000n);
});

test('a pause names what it stops, and pausing twice writes one version', async (t) => {
  const { context } = await createAdministration(t);
  await pausePlatform(context, { deposits: true, withdrawals: false });
  const { version, depositsPaused, withdrawalsPaused } = await readSettingsInForce(context.db);
  assert.deepEqual([depositsPaused, withdrawalsPaused], [true, false]);
  const again = await byOne(pausePlatform(context, { deposits: true, withdrawals: false }));
  assert.equal(again.change, undefined);
  assert.equal((await readSettingsInForce(context.db)).version, version);
  await resumePlatform(context, { deposits: true, withdrawals: true });
  assert.equal((await readSettingsInForce(context.db)).depositsPaused, false);
});

test('no change is lost when administrators change different settings at the same moment', async (t) => {
  const { context, owner } = await createAdministration(t);
  await Promise.all([
    setLimits(context, { depositMinCents: cents(10_100n) }),
    setLimits(context, { withdrawalMinCents: cents(10_200n) }),
    pausePlatform(context, { deposits: true, withdrawals: false }),
    setLimits(context, { withdrawalMaxCents: cents(9_000_000n) }),
  ]);
  const settings = await readSettingsInForce(context.db);
  assert.deepEqual(
    [
      settings.depositMinCents,
      settings.withdrawalMinCents,
      settings.depositsPaused,
      settings.withdrawalMaxCents,
    ],
    [10_100n, 10_200n, true, 9_000_000n],
  );
  assert.equal((await auditRows(owner)).length, 4);
});

test('the countries of payouts are set as a list, each country once, and only countries that have IBANs', async (t) => {
  const { context, database, pool } = await createAdministration(t);
  const { change } = await byTwo(pool, setLimits(context, { payoutCountries: ['TR', 'DE', 'TR'] }));
  assert.deepEqual(change, { before: { payoutCountries: ['TR'] }, after: { payoutCountries: ['DE', 'TR'] } });
  await byOne(setLimits(context, { depositMinCents: cents(7_000n) }));
  const { settings } = await readConfiguration(database.pool('vezne_api'));
  assert.deepEqual(settings.payoutCountries, ['DE', 'TR']);
  for (const text of ['US', 'tr', '']) {
    await assert.rejects(
      setLimits(context, { payoutCountries: ['TR', text] }),
      refusedFor('country_unknown', { text }),
    );
  }
  await assert.rejects(setLimits(context, { payoutCountries: [] }), refusedFor('no_country_named'));
});

test('a pause keeps no waiting change from its second person; another limit does', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const both = { deposits: true, withdrawals: true };
  const limits = setLimits(context, { depositMaxCents: cents(99_000_000n) });
  const creditLine = setPartner(context, { partner, settings: { creditLineCents: cents(700_00n) } });
  await Promise.all([limits, creditLine]);
  await pausePlatform(context, both);
  await pausePartner(context, { partner, ...both });
  assert.equal((await byTwo(pool, limits)).settings.depositsPaused, true, 'and the pause stays');
  assert.equal((await byTwo(pool, creditLine)).partner.withdrawalsPaused, true);
  const waiting = setLimits(context, { depositMaxCents: cents(99_500_000n) });
  await waiting;
  await setLimits(context, { depositMinCents: cents(10_100n) });
  await assert.rejects(byTwo(pool, waiting), refusedFor('subject_changed'));
});
