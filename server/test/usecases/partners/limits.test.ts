import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_CENTS, cents } from '@vezne/domain/money';
import type { PartnerLimits } from '../../../src/db/read/partners/partners.ts';
import { setPartner } from '../../../src/usecases/partners/change.ts';
import { createPartner } from '../../../src/usecases/partners/create.ts';
import { getPartner } from '../../../src/usecases/partners/get.ts';
import type { RefusalCode } from '../../../src/usecases/refusal.ts';
import { byTwo } from '../../harness/by-two.ts';
import { insertPartner } from '../../harness/factories.ts';
import { assertRefused, refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

const LIMITS: PartnerLimits = {
  depositMinCents: cents(1n),
  depositMaxCents: cents(2n),
  withdrawalMinCents: cents(3n),
  withdrawalMaxCents: cents(4n),
  playerDayDepositCount: 5,
  playerDayDepositCents: cents(6n),
  playerDayWithdrawalCount: 7,
  playerDayWithdrawalCents: cents(8n),
  refuseOtherHolders: true,
  depositExpirySeconds: 60,
};
const NO_LIMITS: PartnerLimits = {
  depositMinCents: null,
  depositMaxCents: null,
  withdrawalMinCents: null,
  withdrawalMaxCents: null,
  playerDayDepositCount: null,
  playerDayDepositCents: null,
  playerDayWithdrawalCount: null,
  playerDayWithdrawalCents: null,
  refuseOtherHolders: false,
  depositExpirySeconds: null,
};
const TERMS = { basisPoints: 300, fixedCents: ZERO_CENTS, mode: 'deduct_from_amount' } as const;

function limitsOf(record: PartnerLimits): PartnerLimits {
  const names = Object.keys(LIMITS) as (keyof PartnerLimits)[];
  return Object.fromEntries(names.map((name) => [name, record[name]])) as unknown as PartnerLimits;
}

test('every limit of a partner is stored, shown and taken away again', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const { id } = await insertPartner(owner);
  assert.deepEqual(limitsOf(await getPartner(context.db, id)), NO_LIMITS);
  await setPartner(context, { partner: id, settings: LIMITS });
  assert.deepEqual(limitsOf(await getPartner(context.db, id)), LIMITS);
  await byTwo(pool, setPartner(context, { partner: id, settings: NO_LIMITS }));
  assert.deepEqual(limitsOf(await getPartner(context.db, id)), NO_LIMITS);
  const [set] = await auditRows(owner);
  assert.deepEqual(set?.details['after'], {
    depositMin: '0.01',
    depositMax: '0.02',
    withdrawalMin: '0.03',
    withdrawalMax: '0.04',
    playerDayDepositCount: 5,
    playerDayDeposit: '0.06',
    playerDayWithdrawalCount: 7,
    playerDayWithdrawal: '0.08',
    refuseOtherHolders: true,
    depositExpirySeconds: 60,
  });
});

test('a new partner can have limits from the start', async (t) => {
  const { context, pool } = await createAdministration(t);
  const terms = { deposit: TERMS, withdrawal: TERMS };
  const limited = await byTwo(
    pool,
    createPartner(context, { settings: { name: 'Limited', ...LIMITS }, terms }),
  );
  assert.deepEqual(limitsOf(await getPartner(context.db, limited.id)), LIMITS);
  const free = await byTwo(pool, createPartner(context, { settings: { name: 'Free' }, terms }));
  assert.deepEqual(limitsOf(await getPartner(context.db, free.id)), NO_LIMITS);
  const impossible = { name: 'Impossible', playerDayDepositCount: 0 };
  await assertRefused(
    createPartner(context, { settings: impossible, terms }),
    'player_day_count_out_of_range',
  );
});

test('limits that make no sense are refused', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  const refused: readonly [Partial<PartnerLimits>, RefusalCode][] = [
    [{ depositMinCents: ZERO_CENTS }, 'limit_not_positive'],
    [{ depositMaxCents: ZERO_CENTS }, 'limit_not_positive'],
    [{ withdrawalMinCents: ZERO_CENTS }, 'limit_not_positive'],
    [{ withdrawalMaxCents: ZERO_CENTS }, 'limit_not_positive'],
    [{ playerDayDepositCents: ZERO_CENTS }, 'limit_not_positive'],
    [{ playerDayWithdrawalCents: ZERO_CENTS }, 'limit_not_positive'],
    [{ playerDayDepositCount: 0 }, 'player_day_count_out_of_range'],
    [{ playerDayWithdrawalCount: 0 }, 'player_day_count_out_of_range'],
    [{ playerDayWithdrawalCount: 1.5 }, 'player_day_count_out_of_range'],
    [{ playerDayDepositCount: 100_001 }, 'player_day_count_out_of_range'],
    [{ depositExpirySeconds: 59 }, 'deposit_expiry_out_of_range'],
    [{ depositExpirySeconds: 2_592_001 }, 'deposit_expiry_out_of_range'],
    [{ withdrawalMinCents: cents(2n), withdrawalMaxCents: cents(1n) }, 'minimum_above_maximum'],
  ];
  for (const [settings, code] of refused)
    await assertRefused(setPartner(context, { partner, settings }), code);
  assert.deepEqual(await auditRows(owner), []);
});

test('a minimum above the maximum is refused, even if only one of them is set now', async (t) => {
  const { context, owner } = await createAdministration(t);
  const { id: partner } = await insertPartner(owner);
  await setPartner(context, { partner, settings: { depositMaxCents: cents(100n) } });
  await assert.rejects(
    setPartner(context, { partner, settings: { depositMinCents: cents(101n) } }),
    refusedFor('minimum_above_maximum', { type: 'deposit', minCents: cents(101n), maxCents: cents(100n) }),
  );
  await setPartner(context, { partner, settings: { depositMinCents: cents(100n) } });
});
