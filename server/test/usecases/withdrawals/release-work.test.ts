import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import { createDatabase } from '../../../src/db/kysely.ts';
import type { AdminContext } from '../../../src/usecases/admin-context.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { releaseWorkOf } from '../../../src/usecases/withdrawals/release-work.ts';
import { AYSE, MEHMET, openDesk, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { untilSomebodyWaits } from '../../harness/expectations.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../../harness/payouts.ts';
import { outcomeOf } from '../../harness/refusals.ts';
import { signedIn } from '../../harness/signed-in.ts';
import { auditRows } from '../administration.ts';

const ZEYNEP = commandLineActor('zeynep');

function administrator(desk: Desk): AdminContext {
  return { db: createDatabase(desk.database.pool('vezne_admin')), actor: ZEYNEP };
}

const idsOf = (payouts: readonly { id: string }[]): string[] => payouts.map(({ id }) => id);

async function stepsOf(desk: Desk, id: string): Promise<unknown[]> {
  const { rows } = await desk.owner.query(
    'select trigger, stage, actor_id, said from transaction_step where transaction_id = $1 order by step_no desc limit 1',
    [id],
  );
  return rows;
}

async function otherAccountPayout(desk: Desk): Promise<string> {
  const other = await insertBankAccount(desk.owner);
  const transactionId = await desk.withdrawal();
  const take = takeWithdrawal({ transactionId, actor: AYSE, bankAccountId: other.id });
  assert.equal(outcomeOf(await desk.decisions.submit(take)), 'made');
  return transactionId;
}

test('freezing an account releases what is taken with it and lists what is authorised from it', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const taken = [await takenPayout(desk), await takenPayout(desk, MEHMET)].toSorted();
  const authorised = await authorisedPayout(desk, { taker: AYSE, authoriser: MEHMET });
  const elsewhere = await otherAccountPayout(desk);
  const booked = await balances(desk.owner);

  const frozen = await freezeBankAccount(administrator(desk), desk.bankAccount.iban);

  assert.deepEqual(idsOf(frozen.payoutsReleased), taken);
  assert.deepEqual(frozen.payoutsAuthorised, [
    {
      id: authorised,
      stage: 'authorised',
      takenBy: 'ayse',
      takenById: 'ayse',
      playerAmountCents: 97_000n,
      partsSentCents: 0n,
    },
  ]);
  for (const id of taken) {
    const { stage, takenBy, takenById, bankAccountId } = await desk.see(id);
    assert.deepEqual([stage, takenBy, takenById, bankAccountId], ['queued', null, null, null]);
    const said = { because: 'bank_account.freeze' };
    assert.deepEqual(await stepsOf(desk, id), [
      { trigger: 'release', stage: 'queued', actor_id: 'zeynep', said },
    ]);
  }
  assert.equal((await desk.see(authorised)).stage, 'authorised');
  assert.equal((await desk.see(elsewhere)).stage, 'taken');
  const audited = (await auditRows(desk.owner)).filter(({ actor }) => actor === 'zeynep');
  assert.deepEqual(
    audited.map(({ action, subject_id }) => [action, subject_id]),
    [...taken.map((id) => ['withdrawal.release', id]), ['bank_account.freeze', desk.bankAccount.id]],
  );
  const { payoutsReleased, payoutsAuthorised } = audited.at(-1)?.details ?? {};
  assert.deepEqual([payoutsReleased, payoutsAuthorised], [2, 1]);
  assert.deepEqual(await balances(desk.owner), booked, 'Nothing was set aside for them.');
  await assertBooksHold(desk.owner);
});

test('a payout that is authorised while the freeze waits for it is listed, and stays authorised', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const id = await takenPayout(desk);
  const client = await desk.owner.connect();
  await client.query('begin');
  await client.query(`update transaction set stage = 'authorised', authorised_by = 'mehmet' where id = $1`, [
    id,
  ]);
  const freezing = freezeBankAccount(administrator(desk), desk.bankAccount.iban);
  await untilSomebodyWaits(desk.owner);
  await client.query('commit');
  client.release();
  const { payoutsReleased, payoutsAuthorised } = await freezing;
  assert.deepEqual([idsOf(payoutsReleased), idsOf(payoutsAuthorised)], [[], [id]]);
  assert.equal((await desk.see(id)).stage, 'authorised');
});

test('the work of a person who leaves is theirs by any spelling and any door, and nobody else’s', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const taken = [
    await takenPayout(desk, AYSE),
    await takenPayout(desk, signedIn({ id: 'ayse', name: 'Ayşe' })),
    await takenPayout(desk, signedIn({ id: 'person-7', name: 'AYŞE' })),
  ].toSorted();
  const authorised = await authorisedPayout(desk, { taker: AYSE, authoriser: MEHMET });
  const others = [
    await takenPayout(desk, MEHMET),
    await takenPayout(desk, staff('aysel')),
    await authorisedPayout(desk, { taker: MEHMET, authoriser: AYSE }),
  ];

  const work = await releaseWorkOf(administrator(desk), ' ayse');

  assert.deepEqual(idsOf(work.payoutsReleased), taken);
  assert.deepEqual(idsOf(work.payoutsAuthorised), [authorised]);
  for (const id of taken) assert.equal((await desk.see(id)).stage, 'queued');
  for (const id of others) assert.notEqual((await desk.see(id)).takenBy, null);
  const last = (await auditRows(desk.owner)).at(-1);
  assert.deepEqual(
    [last?.actor, last?.action, last?.subject_type, last?.subject_id, last?.details],
    [
      'zeynep',
      'withdrawal.release_work',
      'person',
      'ayse',
      { name: ' ayse', payoutsReleased: 3, payoutsAuthorised: 1 },
    ],
  );
  await assertBooksHold(desk.owner);
});
