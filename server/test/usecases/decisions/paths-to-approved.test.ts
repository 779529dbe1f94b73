import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Person } from '@vezne/domain/actor';
import { INITIAL_STATE, TRANSITIONS } from '@vezne/domain/transaction-state';
import type { TransactionState, Trigger } from '@vezne/domain/transaction-state';
import type { Decision } from '../../../src/usecases/decisions/decision.ts';
import type { DecisionRefusalCode } from '../../../src/usecases/refusal.ts';
import { approveWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { releaseWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { insertRow, settingsRow } from '../../db/rows/valid-rows.ts';
import { AYSE, MEHMET, openDesk, authorise, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { outcomeOf } from '../../harness/refusals.ts';

/** Enough for three releases, or two of an authorised withdrawal, in any order. */
const LONGEST_PATH = 9;
const PATHS = pathsToApproved(INITIAL_STATE.withdrawal, LONGEST_PATH);

/** Every sequence of edges, by their triggers, from a state to `approved`. */
function pathsToApproved(from: TransactionState, edgesLeft: number): Trigger[][] {
  if (from.status === 'approved') return [[]];
  if (edgesLeft === 0) return [];
  return TRANSITIONS.filter(
    (edge) =>
      edge.type === 'withdrawal' &&
      edge.from?.status === from.status &&
      edge.from.stage === from.stage &&
      // What leaves the state as it is adds no way: parts and hand-over have tests of their own.
      edge.to.stage !== edge.from.stage,
  ).flatMap(({ trigger, to }) => pathsToApproved(to, edgesLeft - 1).map((rest) => [trigger, ...rest]));
}

interface Obstacle {
  name: string;
  reason: DecisionRefusalCode | 'asked';
  put: (desk: Desk) => Promise<unknown>;
  remove: (desk: Desk) => Promise<unknown>;
  /** It stops only the person who took the withdrawal. */
  isForTaker?: true;
}

const CREDIT_CENTS = 150_000n;

/** Everything that can stop a payout. */
const OBSTACLES: readonly Obstacle[] = [
  {
    name: 'no credit',
    reason: 'credit_line_exceeded',
    put: async (desk) => await setPartner(desk, { credit_line_cents: 99_999n }),
    remove: async (desk) => await setPartner(desk, { credit_line_cents: CREDIT_CENTS }),
  },
  {
    name: 'a disabled account',
    reason: 'paying_account_unavailable',
    put: async (desk) => await setAccount(desk, { status: 'disabled' }),
    remove: async (desk) => await setAccount(desk, { status: 'enabled' }),
  },
  {
    name: 'paused payouts of the account',
    reason: 'paying_account_unavailable',
    put: async (desk) => await setAccount(desk, { payouts_paused: true }),
    remove: async (desk) => await setAccount(desk, { payouts_paused: false }),
  },
  {
    name: 'paused payouts of the partner',
    reason: 'payouts_paused',
    put: async (desk) => await setPartner(desk, { withdrawals_paused: true }),
    remove: async (desk) => await setPartner(desk, { withdrawals_paused: false }),
  },
  {
    name: 'a disabled partner',
    reason: 'payouts_paused',
    put: async (desk) => await setPartner(desk, { status: 'disabled' }),
    remove: async (desk) => await setPartner(desk, { status: 'active' }),
  },
  {
    name: 'a missing second person',
    reason: 'asked',
    isForTaker: true,
    put: async (desk) => await setPlatform(desk, { four_eyes_cents: 99_999n }),
    remove: async (desk) => await setPlatform(desk, {}),
  },
  {
    name: 'paused payouts of the platform',
    reason: 'payouts_paused',
    put: async (desk) => await setPlatform(desk, { withdrawals_paused: true }),
    remove: async (desk) => await setPlatform(desk, {}),
  },
];

test('every path to approved ends with an authorisation after the last take, followed directly by the approval', () => {
  assert.ok(PATHS.length >= 8, 'there are ways with releases, and with releases of what was authorised');
  for (const path of PATHS) {
    assert.deepEqual(path.slice(-3), ['take', 'authorise', 'approve'], path.join(' '));
  }
});

for (const path of PATHS) {
  test(`every control is checked at each authorisation of: ${path.join(', ')}`, async (t) => {
    const desk = await openPayingDesk(t);
    const id = await desk.withdrawal();
    for (const trigger of path) {
      if (trigger === 'authorise') await assertEveryObstacleStops(desk, id);
      if (trigger === 'approve') await putEveryObstacle(desk);
      else if ((await desk.see(id)).stage !== 'authorised') await assertNotApprovable(desk, id);
      assert.equal(
        (await desk.decide((fingerprint) => request(desk, trigger, { id, fingerprint }), id)).outcome,
        'made',
        trigger,
      );
    }
    assert.equal(
      (await desk.see(id)).status,
      'approved',
      'after the authorisation nothing stops the approval',
    );
    assert.deepEqual(await balances(desk.owner), {
      bank: -97_000n,
      partner_balance: -100_000n,
      partner_commission: 3_000n,
    });
    await assertBooksHold(desk.owner);
  });
}

test('the database refuses an update that skips the authorisation, even from the console', async (t) => {
  const desk = await openPayingDesk(t);
  const consolePool = desk.database.pool('vezne_console');
  const approved = `status = 'approved', stage = null, decided_at = now()`;
  const [id, accountId] = [await desk.withdrawal(), desk.bankAccount.id];
  for (const [changes, constraint] of [
    [approved, /violates check constraint/],
    [`${approved}, bank_account_id = '${accountId}'`, /transaction_payout_people/],
    [`${approved}, bank_account_id = '${accountId}', taken_by = 'ayse'`, /transaction_payout_people/],
    [`${approved}, bank_account_id = '${accountId}', authorised_by = 'ayse'`, /transaction_payout_people/],
    [`${approved}, taken_by = 'ayse', authorised_by = 'mehmet'`, /transaction_payout_account/],
    [
      `stage = 'authorised', bank_account_id = '${accountId}', taken_by = 'ayse'`,
      /transaction_payout_people/,
    ],
    [`stage = 'authorised', taken_by = 'ayse', authorised_by = 'mehmet'`, /transaction_payout_account/],
    [`stage = 'taken', taken_by = 'ayse'`, /transaction_payout_account/],
  ] as const) {
    await assert.rejects(
      consolePool.query(`update transaction set ${changes} where id = $1`, [id]),
      constraint,
    );
  }
  await desk.decide((fingerprint) => request(desk, 'take', { id, fingerprint }), id);
  const jump = consolePool.query(`update transaction set ${approved} where id = $1`, [id]);
  await assert.rejects(jump, /transaction_payout_people/);
  assert.equal((await desk.see(id)).stage, 'taken');
});

async function openPayingDesk(t: TestContext): Promise<Desk> {
  const desk = await openDesk(t);
  await setPartner(desk, { credit_line_cents: CREDIT_CENTS });
  return desk;
}

/** One takes and sends it, another authorises it, and a third takes it back. */
function actorOf(trigger: Trigger): Person {
  if (trigger === 'release_authorised') return staff('can');
  return trigger === 'take' || trigger === 'approve' ? AYSE : MEHMET;
}

/** Ayşe takes the withdrawal and reports the payment. Mehmet does what needs a second person. */
function request(
  desk: Desk,
  trigger: Trigger,
  { id, fingerprint }: { id: string; fingerprint: string },
): Decision {
  const base = {
    transactionId: id,
    fingerprint,
    actor: actorOf(trigger),
  };
  if (trigger === 'take') return takeWithdrawal({ ...base, bankAccountId: desk.bankAccount.id });
  if (trigger === 'authorise') return authorise(base);
  if (trigger === 'approve') return approveWithdrawal(base);
  if (trigger === 'release' || trigger === 'release_authorised') return releaseWithdrawal(base);
  throw new Error(`${trigger} is on no path to approved.`);
}

async function assertEveryObstacleStops(desk: Desk, id: string): Promise<void> {
  const before = await everythingWritten(desk);
  for (const { name, reason, put, remove, isForTaker } of OBSTACLES) {
    await put(desk);
    const actor = isForTaker ? AYSE : MEHMET;
    const result = await desk.decide(
      (fingerprint) => authorise({ transactionId: id, fingerprint, actor }),
      id,
    );
    const details = { transactionId: id, status: 'waiting_confirmation', stage: 'taken' };
    if (reason === 'asked') {
      assert.equal(result.outcome, 'asked', name);
      // All that it leaves: the request, and its audit entry.
      await forgetRequests(desk);
    } else {
      assert.deepEqual(result, { outcome: 'refused', refusal: { code: reason, details } }, name);
    }
    await remove(desk);
  }
  assert.deepEqual(await everythingWritten(desk), before, 'nothing of it was written');
}

async function forgetRequests({ owner }: Desk): Promise<void> {
  await owner.query('delete from second_person_request');
  await owner.query(`delete from audit_entry where action = 'request.ask'`);
}

async function putEveryObstacle(desk: Desk): Promise<void> {
  for (const { put } of OBSTACLES) await put(desk);
  await setPlatform(desk, { withdrawals_paused: true, four_eyes_cents: 0n });
}

async function assertNotApprovable(desk: Desk, id: string): Promise<void> {
  const result = await desk.decide((fingerprint) => request(desk, 'approve', { id, fingerprint }), id);
  assert.equal(outcomeOf(result), 'state_conflict', 'it was not authorised');
}

async function everythingWritten(desk: Desk): Promise<unknown> {
  const { rows } = await desk.owner.query(
    `select (select jsonb_agg(t) from transaction t) as transactions, (select count(*) from transaction_step) as steps,
       (select count(*) from ledger_transfer) as transfers, (select jsonb_agg(a order by a.id) from ledger_account a) as accounts,
       (select count(*) from event) as events, (select count(*) from audit_entry) as audited`,
  );
  return rows;
}

async function setPartner(
  { owner, partner }: Desk,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await update(owner, 'partner', partner.id, changes);
}

async function setAccount(desk: Desk, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await update(desk.owner, 'bank_account', desk.bankAccount.id, changes);
}

async function update(
  owner: Desk['owner'],
  table: string,
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(changes).map((column, index) => `${column} = $${index + 2}`);
  await owner.query(`update ${table} set ${columns.join(', ')} where id = $1`, [
    id,
    ...Object.values(changes),
  ]);
}

async function setPlatform(desk: Desk, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await insertRow(desk.owner, 'platform_settings', { ...settingsRow(), ...changes });
}
