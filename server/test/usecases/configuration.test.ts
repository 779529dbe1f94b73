import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../../src/clock.ts';
import { NotSentError } from '../../src/db/errors.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { createConfigurationSource } from '../../src/usecases/configuration/source.ts';
import { createTestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { insertBankAccount, insertBlock, insertCredential, insertPartner } from '../harness/factories.ts';
import { testKeys } from '../harness/keys.ts';
import { captureLog } from '../harness/log-lines.ts';

/** Stands still until the test advances it. */
function heldClock(): Clock & { advance(ms: number): void } {
  let elapsedMs = 1_000_000;
  return {
    nowMs: () => elapsedMs,
    monotonicMs: () => elapsedMs,
    advance(ms) {
      elapsedMs += ms;
    },
  };
}

/** A pool that counts its queries and can be cut off from its database. */
function cuttable(pool: pg.Pool): {
  pool: pg.Pool;
  connections: () => number;
  cut: (value: boolean) => void;
} {
  let isCut = false;
  let connections = 0;
  const connect = async (): Promise<pg.PoolClient> => {
    connections += 1;
    if (isCut) throw new NotSentError('connection refused');
    return await pool.connect();
  };
  const wrapped = new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name) as unknown)),
  });
  return {
    pool: wrapped,
    connections: () => connections,
    cut: (value) => {
      isCut = value;
    },
  };
}

async function setUp(t: TestContext, options: { maxWaiting?: number } = {}) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const clock = heldClock();
  const line = cuttable(database.pool('vezne_api'));
  const opened: string[] = [];
  const { log, lines } = captureLog();
  const sealedSecrets = createSealedSecrets(testKeys.secretKeys);
  const source = createConfigurationSource({
    ...options,
    pool: line.pool,
    clock,
    log,
    sealedSecrets: {
      ...sealedSecrets,
      open: async (sealed, keyVersion) => {
        opened.push(sealed);
        return await sealedSecrets.open(sealed, keyVersion);
      },
    },
  });
  const refreshed = async () => {
    clock.advance(2_001);
    return (await source.current()).configuration;
  };
  return { owner, clock, source, opened, refreshed, lines, ...line };
}

test('a process loads its partners, their credentials and terms, the limits and the accounts', async (t) => {
  const { owner, source } = await setUp(t);
  const partner = await insertPartner(owner, {
    depositBasisPoints: 250,
    withdrawalBasisPoints: 100,
    fixedCents: 15n,
    mode: 'fee_on_top',
    redirectHosts: ['shop.example'],
    allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'],
    requestsPerSecond: 5,
  });
  const account = await insertBankAccount(owner, { dailyCapCents: 500n });
  await insertBankAccount(owner, { status: 'disabled' });
  await insertBankAccount(owner, { status: 'frozen' });
  await insertBankAccount(owner, { depositsPaused: true });
  const { configuration } = await source.current();

  const credential = configuration.credentials.get(partner.apiKey);
  assert.ok(credential);
  assert.deepEqual(
    [credential.apiSecret, credential.hashSecret, credential.expiresAtMs],
    [partner.apiSecret, partner.hashSecret, Infinity],
  );
  const { id, terms, redirectHosts, allowedNetworks, requestsPerSecond, isDisabled } = credential.partner;
  assert.deepEqual([id, isDisabled, requestsPerSecond], [partner.id, false, 5]);
  assert.deepEqual(terms.deposit, { basisPoints: 250, fixedCents: 15n, mode: 'fee_on_top' });
  assert.deepEqual(terms.withdrawal, { basisPoints: 100, fixedCents: 15n, mode: 'fee_on_top' });
  assert.deepEqual(redirectHosts, new Set(['shop.example']));
  assert.ok(allowedNetworks?.check('192.0.2.7') && allowedNetworks.check('2001:db8::1', 'ipv6'));
  assert.ok(!allowedNetworks?.check('192.0.3.7'));
  assert.deepEqual(credential.partner.limits.deposit, { minCents: 5_000n, maxCents: 50_000_000n });
  assert.equal(credential.partner.depositExpirySeconds, 7_200);
  assert.deepEqual(configuration.depositAccounts, [{ id: account.id, currency: 'TRY', dailyCapCents: 500n }]);
});

test('a change is seen when the copy is two seconds old, and the database is not asked earlier', async (t) => {
  const { owner, clock, source, connections } = await setUp(t);
  const partner = await insertPartner(owner);
  const isPaused = async () =>
    (await source.current()).configuration.credentials.get(partner.apiKey)?.partner.isPaused.deposit;
  assert.equal(await isPaused(), false);
  const asked = connections();
  await owner.query('update partner set deposits_paused = true');
  clock.advance(2_000);
  assert.equal(await isPaused(), false);
  assert.equal(connections(), asked, 'A fresh copy costs no question.');
  clock.advance(1);
  assert.equal(await isPaused(), true);
});

test('a started process sees a change within two seconds on its own', async (t) => {
  const { owner, source } = await setUp(t);
  await source.start();
  await owner.query(`update partner set status = 'disabled'`);
  const { rows } = await owner.query<{ epoch: bigint }>('select epoch from configuration_epoch');
  // The source's clock stands still, so only its own timer can bring the change.
  await until(
    async () => await source.current(),
    ({ configuration }) => configuration.epoch === rows[0]?.epoch,
    2_000,
  );
  await source.stop();
});

test('without its database a process serves for two seconds and then refuses, until the database is back', async (t) => {
  const { owner, clock, source, cut } = await setUp(t);
  const partner = await insertPartner(owner);
  await source.current();
  cut(true);
  clock.advance(2_000);
  assert.ok((await source.current()).configuration.credentials.has(partner.apiKey));
  clock.advance(1);
  await assert.rejects(source.current(), NotSentError);
  await assert.rejects(source.current(), NotSentError);
  cut(false);
  assert.ok((await source.current()).configuration.credentials.has(partner.apiKey));
});

test('a query that the database never answers ends, and a new query follows', async (t) => {
  const { owner, source } = await setUp(t);
  const holder = await owner.connect();
  await holder.query('begin; lock table configuration_epoch');
  const [unanswered] = await Promise.allSettled([source.current()]);
  await holder.query('rollback');
  holder.release();
  assert.equal(unanswered?.status, 'rejected');
  assert.match(String(unanswered.reason), /No answer came within 2000 ms/);
  await source.current();
});

test('while nothing changes the copy stays, and only the account figures are read again', async (t) => {
  const { owner, refreshed, source, clock } = await setUp(t);
  await insertPartner(owner);
  const { id } = await insertBankAccount(owner);
  const first = await refreshed();
  assert.equal(await refreshed(), first);
  await owner.query(
    `insert into bank_account_day values ($1, (now() at time zone 'Europe/Istanbul')::date, 700, 2),
       ($1, (now() at time zone 'Europe/Istanbul')::date - 1, 900, 1)`,
    [id],
  );
  clock.advance(2_001);
  const { configuration, pulse } = await source.current();
  assert.equal(configuration, first);
  assert.deepEqual(pulse.usedToday, new Map([[id, 700n]]));
  await owner.query('update bank_account set deposits_paused = true');
  const second = await refreshed();
  assert.notEqual(second, first);
  assert.deepEqual(second.depositAccounts, []);
});

test('a secret is opened once, however often the configuration changes', async (t) => {
  const { owner, refreshed, opened } = await setUp(t);
  const partner = await insertPartner(owner);
  await refreshed();
  assert.equal(opened.length, 2);
  await owner.query('update partner set deposits_paused = true');
  await refreshed();
  assert.equal(opened.length, 2);
  await insertCredential(owner, partner.id);
  assert.equal((await refreshed()).credentials.size, 2);
  assert.equal(opened.length, 4, 'Only the new one is opened.');
});

test('a revoked or expired credential is gone, and one that will expire says when', async (t) => {
  const { owner, refreshed } = await setUp(t);
  const partner = await insertPartner(owner);
  const { apiKey } = await insertCredential(owner, partner.id);
  assert.equal((await refreshed()).credentials.size, 2);
  await owner.query('update credential set revoked_at = now() where api_key = $1', [partner.apiKey]);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await owner.query('update credential set expires_at = $2 where api_key = $1', [apiKey, expiresAt]);
  const { credentials } = await refreshed();
  assert.deepEqual([...credentials.keys()], [apiKey]);
  assert.equal(credentials.get(apiKey)?.expiresAtMs, expiresAt.getTime());
  await owner.query(`update credential set expires_at = now() - interval '1 second' where api_key = $1`, [
    apiKey,
  ]);
  assert.equal((await refreshed()).credentials.size, 0);
});

test('the newest terms and settings are in force', async (t) => {
  const { owner, refreshed } = await setUp(t);
  const partner = await insertPartner(owner);
  await owner.query(
    `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_by)
     values ($1, 'deposit', 2, 999, 0, 'fee_on_top', 'test')`,
    [partner.id],
  );
  await owner.query(
    `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
       deposits_paused, deposit_expiry_seconds, created_by) values (1, 2, 3, 4, true, 60, 'test')`,
  );
  const { credentials, isPaused } = await refreshed();
  const { terms, limits, depositExpirySeconds } =
    credentials.get(partner.apiKey)?.partner ?? assert.fail('The partner is unknown.');
  assert.deepEqual([terms.deposit.basisPoints, terms.withdrawal.basisPoints], [999, 300]);
  assert.deepEqual(limits, {
    deposit: { minCents: 1n, maxCents: 2n },
    withdrawal: { minCents: 3n, maxCents: 4n },
  });
  assert.deepEqual([isPaused, depositExpirySeconds], [{ deposit: true, withdrawal: false }, 60]);
});

test("a partner's own limits narrow the platform's, and its own time for deposits replaces the platform's", async (t) => {
  const { owner, refreshed } = await setUp(t);
  const [free, limited] = [await insertPartner(owner), await insertPartner(owner)];
  await owner.query(
    `update partner set deposit_max_cents = 700, withdrawal_min_cents = 6000, withdrawal_max_cents = 99999999999,
       player_day_deposit_count = 3, player_day_withdrawal_cents = 900, refuse_other_holders = true,
       deposit_expiry_seconds = 600 where id = $1`,
    [limited.id],
  );
  const { credentials } = await refreshed();
  const rulesOf = ({ apiKey }: { apiKey: string }) => {
    const { limits, playerDayLimits, refusesOtherHolders, depositExpirySeconds } =
      credentials.get(apiKey)?.partner ?? assert.fail('The partner is unknown.');
    return { limits, playerDayLimits, refusesOtherHolders, depositExpirySeconds };
  };
  const platform = { minCents: 5_000n, maxCents: 50_000_000n };
  assert.deepEqual(rulesOf(free), {
    limits: { deposit: platform, withdrawal: platform },
    playerDayLimits: { deposit: null, withdrawal: null },
    refusesOtherHolders: false,
    depositExpirySeconds: 7_200,
  });
  assert.deepEqual(rulesOf(limited), {
    limits: {
      deposit: { minCents: 5_000n, maxCents: 700n },
      withdrawal: { minCents: 6_000n, maxCents: 50_000_000n },
    },
    playerDayLimits: { deposit: { count: 3, cents: null }, withdrawal: { count: null, cents: 900n } },
    refusesOtherHolders: true,
    depositExpirySeconds: 600,
  });
});

test('a block holds until its time, which is compared when it is asked for, and a removed one does not', async (t) => {
  const { owner, refreshed } = await setUp(t);
  const { id: partnerId } = await insertPartner(owner);
  const nowMs = Date.now();
  await insertBlock(owner, { partnerId, customerId: 'for ever' });
  await insertBlock(owner, { partnerId, customerId: 'for an hour' }, { forMs: 3_600_000 });
  await insertBlock(owner, { iban: 'TR330006100519786457841326' });
  await insertBlock(owner, { partnerId, customerId: 'removed' });
  await owner.query(
    `update blocked_party set ended_at = now(), ended_by = 'test' where customer_id = 'removed'`,
  );
  const { blocks } = await refreshed();
  const isBlocked = (customerId: string, atMs: number) =>
    blocks.isPlayerBlocked({ partnerId, customerId }, atMs);
  assert.equal(isBlocked('for ever', nowMs + 1e12), true);
  assert.equal(isBlocked('for an hour', nowMs + 3_590_000), true);
  assert.equal(isBlocked('for an hour', nowMs + 3_660_000), false);
  assert.equal(isBlocked('removed', nowMs), false);
  assert.equal(isBlocked('TR330006100519786457841326', nowMs), false);
  assert.equal(blocks.isIbanBlocked('TR330006100519786457841326', nowMs), true);
  assert.equal(blocks.isIbanBlocked('for ever', nowMs), false);
  await owner.query(`update blocked_party set ended_at = now(), ended_by = 'test' where ended_at is null`);
  assert.equal((await refreshed()).blocks.isIbanBlocked('TR330006100519786457841326', nowMs), false);
});

test('terms begin by the clock of the database, although nothing is written at that moment', async (t) => {
  const { owner, refreshed } = await setUp(t);
  const partner = await insertPartner(owner);
  await owner.query(
    `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_by, effective_from)
     values ($1, 'deposit', 2, 100, 0, 'fee_on_top', 'test', now() + interval '700 milliseconds'),
            ($1, 'deposit', 3, 999, 0, 'fee_on_top', 'test', now() + interval '1 hour')`,
    [partner.id],
  );
  const termsNow = async () => {
    const { credentials, epoch } = await refreshed();
    return { epoch, basisPoints: credentials.get(partner.apiKey)?.partner.terms.deposit.basisPoints };
  };
  const before = await termsNow();
  assert.equal(before.basisPoints, 300);
  await sleep(800);
  assert.deepEqual(await termsNow(), { ...before, basisPoints: 100 });
  const copy = await refreshed();
  assert.equal(await refreshed(), copy, 'It is loaded once.');
});

test('a credential that cannot be opened and a partner without terms are left out, and the others are still served', async (t) => {
  const { owner, source, lines } = await setUp(t);
  const good = await insertPartner(owner);
  const unreadable = await insertPartner(owner);
  await owner.query(
    `update credential set api_secret_sealed = regexp_replace(api_secret_sealed, '^[^.]+', 'eyJhbGciOiJub25lIn0') where partner_id = $1`,
    [unreadable.id],
  );
  // What somebody could write who has taken the portal over: no key would open it, so no process is missing one.
  const forged = await insertPartner(owner);
  const header = Buffer.from(JSON.stringify({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: '77' }));
  await owner.query(
    `update credential set api_secret_sealed = regexp_replace(api_secret_sealed, '^[^.]+', $2) where partner_id = $1`,
    [forged.id, header.toString('base64url')],
  );
  const termless = await insertPartner(owner);
  await owner.query('delete from partner_terms where partner_id = $1', [termless.id]);
  const { configuration } = await source.current();
  const { credentials, unreadableApiKeys, missingKeyVersions } = configuration;
  assert.deepEqual([...credentials.keys()], [good.apiKey]);
  assert.deepEqual(unreadableApiKeys, new Set([unreadable.apiKey, forged.apiKey, termless.apiKey]));
  assert.deepEqual(configuration.unreadable, { partners: 1, credentials: 2 });
  assert.deepEqual(
    lines('a credential cannot be used')
      .map(({ level, alarm, apiKey, partnerId }) => [level, alarm, apiKey, partnerId])
      .toSorted(),
    [unreadable, forged].map(({ apiKey, id }) => [50, 'credential_unreadable', apiKey, id]).toSorted(),
    'Each once; the alarm for the partner without terms is its own.',
  );
  assert.deepEqual(missingKeyVersions, new Set(), 'no key would help them');
});

test('a partner whose row cannot be read is refused alone, and an alarm names it', async (t) => {
  const { owner, source, lines } = await setUp(t);
  const good = await insertPartner(owner);
  const broken = await Promise.all([1, 2].map(async () => await insertPartner(owner)));
  // Past the rules of the database, as far as the program can know.
  await owner.query('alter table partner drop constraint partner_allowed_networks');
  for (const [index, networks] of [
    '{{10.0.0.0/8,127.0.0.0/8},{10.1.0.0/16,10.2.0.0/16}}',
    '{NULL}',
  ].entries())
    await owner.query('update partner set allowed_networks = $2::cidr[] where id = $1', [
      broken[index]?.id,
      networks,
    ]);
  const { credentials, unreadableApiKeys, missingKeyVersions } = (await source.current()).configuration;
  assert.deepEqual([...credentials.keys()], [good.apiKey]);
  assert.deepEqual(unreadableApiKeys, new Set(broken.map(({ apiKey }) => apiKey)));
  assert.deepEqual(missingKeyVersions, new Set());
  const said = lines('a partner is not served: its settings cannot be read');
  assert.deepEqual(new Set(said.map(({ alarm }) => alarm)), new Set(['partner_unreadable']));
  assert.deepEqual(new Set(said.map(({ partnerId }) => partnerId)), new Set(broken.map(({ id }) => id)));
});

test('a credential sealed with a missing key is known to exist, with the key version it needs', async (t) => {
  const { owner, source, refreshed } = await setUp(t);
  const partner = await insertPartner(owner);
  const sealedElsewhere = await insertCredential(
    owner,
    partner.id,
    createSealedSecrets({ current: 7, byVersion: new Map([[7, randomBytes(32)]]) }),
  );
  const { credentials, unreadableApiKeys, missingKeyVersions } = (await source.current()).configuration;
  assert.deepEqual([...credentials.keys()], [partner.apiKey]);
  assert.deepEqual(unreadableApiKeys, new Set([sealedElsewhere.apiKey]));
  assert.deepEqual(missingKeyVersions, new Set([7]));

  await owner.query('update credential set revoked_at = now() where api_key = $1', [sealedElsewhere.apiKey]);
  const after = await refreshed();
  assert.deepEqual([after.unreadableApiKeys, after.missingKeyVersions], [new Set(), new Set()]);
});

const everybody = (): boolean => true;

test('a request waits for a configuration that cannot be read, until its own deadline, and so many do', async (t) => {
  const { clock, source, cut } = await setUp(t, { maxWaiting: 2 });
  await source.current();
  clock.advance(2_001);
  cut(true);
  const now = clock.monotonicMs();
  const patient = source.currentBy(now + 10_000, everybody);
  const hasty = source.currentBy(now + 300, everybody);
  await assert.rejects(source.currentBy(now + 10_000, everybody), /2 requests wait for it already/);
  await assert.rejects(hasty, /could not be read in time/);
  cut(false);
  assert.equal((await patient).askedAtMs, now);
  assert.equal((await source.currentBy(now, everybody)).askedAtMs, now, 'A fresh one is given at once.');
});

test('whom the last copy does not know takes no place of those who wait', async (t) => {
  const { clock, source, cut } = await setUp(t, { maxWaiting: 1 });
  const [last] = [await source.current()];
  clock.advance(2_001);
  cut(true);
  const asked: unknown[] = [];
  const strangers = Array.from({ length: 3 }, async () =>
    source.currentBy(clock.monotonicMs() + 60_000, (copy) => {
      asked.push(copy);
      return false;
    }),
  );
  for (const one of strangers) await assert.rejects(one, NotSentError);
  assert.deepEqual(asked, [last, last, last]);
  const partner = source.currentBy(clock.monotonicMs() + 60_000, everybody);
  cut(false);
  await partner;
});

test('a configuration that the database refuses is not waited for', async (t) => {
  const { owner, clock, source } = await setUp(t);
  await source.current();
  clock.advance(2_001);
  await owner.query('revoke select on configuration_epoch from vezne_api');
  await assert.rejects(source.currentBy(clock.monotonicMs() + 60_000, everybody), /permission denied/);
});
