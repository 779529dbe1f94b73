import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { releaseWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { handOverWithdrawal } from '../../../src/usecases/withdrawals/send.ts';
import { openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { untilSomebodyWaits } from '../../harness/expectations.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../../harness/payouts.ts';
import { outcomeOf } from '../../harness/refusals.ts';
import { signedIn } from '../../harness/signed-in.ts';
import { insertPerson } from '../../harness/staff.ts';

const REFUSED = '42501';
/** The steps of a payout are created, taken, authorised. */
const AUTHORISED = 3;

interface Hands extends Desk {
  console: pg.Pool;
  ayse: SignedInPerson;
  mehmet: SignedInPerson;
  can: SignedInPerson;
}

async function open(t: TestContext): Promise<Hands> {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const person = async (handle: string): Promise<SignedInPerson> => {
    const { id } = await insertPerson(desk.owner, { handle, roles: ['senior_operator'] });
    return signedIn({ id, name: handle, roles: ['senior_operator'] });
  };
  const [ayse, mehmet, can] = [await person('ayse'), await person('mehmet'), await person('can')];
  return { ...desk, console: desk.database.pool('vezne_console'), ayse, mehmet, can };
}

const INSERT = `insert into payout_copy (transaction_id, authorised_step, staff_id, field) values ($1, $2, $3, 'iban')`;

/** What the console's role writes by itself, past every use case. */
async function copy(
  { console: pool }: Pick<Hands, 'console'>,
  id: string,
  { by, step = AUTHORISED }: { by: SignedInPerson; step?: number },
): Promise<string> {
  return await pool.query(INSERT, [id, step, by.id]).then(
    () => 'kept',
    (error: pg.DatabaseError) => String(error.code),
  );
}

suite('the database keeps a copy', () => {
  test('of whoever took or authorised the payout, and of nobody else', async (t) => {
    const hands = await open(t);
    const { ayse, mehmet, can } = hands;
    const id = await authorisedPayout(hands, { taker: ayse, authoriser: mehmet });
    assert.equal(await copy(hands, id, { by: can }), REFUSED);
    assert.equal(await copy(hands, id, { by: ayse }), 'kept');
    assert.equal(await copy(hands, id, { by: mehmet }), 'kept');
  });

  test('of a payout that is authorised, and of nothing else', async (t) => {
    const hands = await open(t);
    const { ayse, mehmet } = hands;
    const queued = await hands.withdrawal();
    const taken = await takenPayout(hands, ayse);
    const deposit = await hands.deposit();
    for (const id of [queued, taken, deposit, ayse.id]) {
      assert.equal(await copy(hands, id, { by: ayse }), REFUSED);
    }
    const released = await authorisedPayout(hands, { taker: ayse });
    const release = releaseWithdrawal({ transactionId: released, actor: mehmet });
    assert.equal(outcomeOf(await hands.decisions.submit(release)), 'made');
    assert.equal(await copy(hands, released, { by: ayse }), REFUSED);
  });

  test('under the step that authorised it, and under no other', async (t) => {
    const hands = await open(t);
    const { ayse } = hands;
    const id = await authorisedPayout(hands, { taker: ayse });
    for (const step of [AUTHORISED - 1, AUTHORISED + 1]) {
      assert.equal(await copy(hands, id, { by: ayse, step }), REFUSED);
    }
  });

  test('after a hand-over of the new taker, and no more of the old one', async (t) => {
    const hands = await open(t);
    const { ayse, mehmet, can } = hands;
    const id = await authorisedPayout(hands, { taker: ayse, authoriser: mehmet });
    const handed = await hands.decide(
      (fingerprint) => handOverWithdrawal({ transactionId: id, fingerprint, actor: can, isNotSent: true }),
      id,
    );
    assert.equal(outcomeOf(handed), 'made');
    assert.equal(await copy(hands, id, { by: ayse }), REFUSED);
    assert.equal(await copy(hands, id, { by: can }), 'kept');
  });

  test('only as the payout is once nobody else holds it', async (t) => {
    const hands = await open(t);
    const { owner, ayse } = hands;
    const id = await authorisedPayout(hands, { taker: ayse });
    const client = await owner.connect();
    await client.query('begin');
    await client.query(
      `update transaction set stage = 'queued', taken_by = null, taken_by_id = null, authorised_by = null, authorised_by_id = null,
         bank_account_id = null where id = $1`,
      [id],
    );
    const copying = copy(hands, id, { by: ayse });
    await untilSomebodyWaits(owner);
    await client.query('commit');
    client.release();
    assert.equal(await copying, REFUSED);
  });
});
