import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type { Decision } from '../../../src/usecases/decisions/decision.ts';
import { RefusedError } from '../../../src/usecases/refusal.ts';
import { rejectWithdrawal, releaseWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { handOverWithdrawal } from '../../../src/usecases/withdrawals/send.ts';
import { AYSE, MEHMET, openDesk, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold } from '../../harness/ledger.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../../harness/payouts.ts';
import { outcomeOf } from '../../harness/refusals.ts';
import { signedIn } from '../../harness/signed-in.ts';

const CAN = staff('can');

async function open(t: TestContext): Promise<Desk> {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  return desk;
}

type TakeBack = (transactionId: string, actor: Person) => Decision;

const TAKES_BACK: Readonly<Record<string, TakeBack>> = {
  release: (transactionId, actor) => releaseWithdrawal({ transactionId, actor }),
  reject: (transactionId, actor) => rejectWithdrawal({ transactionId, actor, reasonCode: 'payout_failed' }),
};

suite('an authorised payout is taken back', () => {
  for (const [name, takeBack] of Object.entries(TAKES_BACK)) {
    test(`by a third person: neither its taker nor whoever authorised it can ${name} it`, async (t) => {
      const desk = await open(t);
      const id = await authorisedPayout(desk, { taker: AYSE, authoriser: MEHMET });
      for (const actor of [AYSE, MEHMET, commandLineActor(' Mehmet')]) {
        const result = await desk.decisions.submit(takeBack(id, actor));
        assert.equal(outcomeOf(result), 'second_person_needed', actor.name);
      }
      assert.equal(outcomeOf(await desk.decisions.submit(takeBack(id, CAN))), 'made');
      await assertBooksHold(desk.owner);
    });

    test(`with a fresh proof, to ${name} it; before authorisation none is asked`, async (t) => {
      const desk = await open(t);
      const late = signedIn({ id: 'can', name: 'can', stepUpUntil: null });
      const id = await authorisedPayout(desk, { taker: AYSE });
      await assert.rejects(
        desk.decisions.submit(takeBack(id, late)),
        (error) => error instanceof RefusedError && error.refusal.code === 'step_up_required',
      );
      assert.equal((await desk.see(id)).stage, 'authorised');
      assert.equal(outcomeOf(await desk.decisions.submit(takeBack(id, CAN))), 'made');
      const taken = await takenPayout(desk, AYSE);
      assert.equal(outcomeOf(await desk.decisions.submit(takeBack(taken, late))), 'made');
    });
  }
});

/** A use case that forgot whose hands it was in. What it writes is about the real row. */
function forgetful(decision: Decision): Decision {
  const nobody = { takenBy: 'nobody', takenById: 'nobody', authorisedBy: 'nobody', authorisedById: 'nobody' };
  return {
    ...decision,
    change: (row, facts) => decision.change({ ...row, ...nobody, handedOverFrom: [] }, facts),
  };
}

suite('the database itself refuses that', () => {
  const handOver = async (desk: Desk, id: string, actor: Person): Promise<Decision> => {
    const { fingerprint } = await desk.see(id);
    return handOverWithdrawal({ transactionId: id, fingerprint, actor, isNotSent: true });
  };

  test('whoever has it in hand, had it before, or authorised it, takes it back or over', async (t) => {
    const desk = await open(t);
    const id = await authorisedPayout(desk, { taker: AYSE, authoriser: MEHMET });
    assert.equal(outcomeOf(await desk.decisions.submit(await handOver(desk, id, CAN))), 'made');
    for (const actor of [AYSE, MEHMET, CAN]) {
      const attempts = [
        ...Object.values(TAKES_BACK).map((takeBack) => takeBack(id, actor)),
        await handOver(desk, id, actor),
      ];
      for (const attempt of attempts) {
        await assert.rejects(desk.decisions.submit(forgetful(attempt)), { constraint: 'undone_by_another' });
      }
    }
    assert.equal((await desk.see(id)).stage, 'authorised');
  });

  test('and not whoever had it before it was in the queue again', async (t) => {
    const desk = await open(t);
    const id = await authorisedPayout(desk, { taker: AYSE });
    const release = releaseWithdrawal({ transactionId: id, actor: MEHMET });
    assert.equal(outcomeOf(await desk.decisions.submit(release)), 'made');
    // Before authorisation the taker rejects what they like.
    const taken = await takenPayout(desk, CAN);
    const reject = rejectWithdrawal({ transactionId: taken, actor: CAN, reasonCode: 'payout_failed' });
    assert.equal(outcomeOf(await desk.decisions.submit(reject)), 'made');
    await assertBooksHold(desk.owner);
  });
});
