import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cents } from '@vezne/domain/money';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { declineRequest, withdrawRequest } from '../../../src/usecases/four-eyes/end.ts';
import { expireRequests } from '../../../src/usecases/four-eyes/expire.ts';
import { setPartner } from '../../../src/usecases/partners/change.ts';
import { RefusedError } from '../../../src/usecases/refusal.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { insertPartner } from '../../harness/factories.ts';
import { AYSE, MEHMET, openHouse } from './house.ts';

const RACES = 50;
const ENDS = ['confirmed', 'declined', 'withdrawn', 'expired'] as const;

test(`of confirming, declining, withdrawing and expiry at the same moment one wins, ${RACES} times`, async (t) => {
  const house = await openHouse(t);
  const { pool, owner, worker } = house;
  const winners = new Map<string, number>();
  for (let race = 0; race < RACES; race += 1) {
    const { id: partner } = await insertPartner(owner);
    const settings = { creditLineCents: cents(500n) };
    const asked = await setPartner(house.context(AYSE), { partner, settings });
    const id = 'requestId' in asked ? asked.requestId : assert.fail();
    // Each has the better start in turn, and the others are close behind: so all of them win some, and none wins always.
    const first = ENDS[race % ENDS.length];
    const dueInMs = first === 'expired' ? 0 : 5 + (race % 7) * 3;
    await owner.query(
      `update second_person_request set expires_at = now() + make_interval(secs => $2) where id = $1`,
      [id, dueInMs / 1000],
    );
    const start = async (name: (typeof ENDS)[number], end: () => Promise<unknown>) => {
      if (name !== first) await sleep(race % 3);
      return await attempt(name, end());
    };
    const results = await Promise.all([
      start('confirmed', async () => await confirmRequest(confirmContext(pool, MEHMET), id)),
      start('declined', async () => await declineRequest(pool, { id, actor: MEHMET, reason: 'no' })),
      start('withdrawn', async () => await withdrawRequest(pool, { id, actor: AYSE })),
      start('expired', async () => await expireUntilDue(worker)),
    ]);
    const { rows } = await owner.query<{ status: string; line: bigint }>(
      `select r.status, p.credit_line_cents as line from second_person_request r, partner p where r.id = $1 and p.id = $2`,
      [id, partner],
    );
    const [{ status, line } = assert.fail()] = rows;
    const won = results.filter((result) => result !== undefined);
    assert.deepEqual(won, [status], `race ${race}`);
    assert.equal(line, status === 'confirmed' ? 500n : 0n);
    winners.set(status, (winners.get(status) ?? 0) + 1);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(winners)));
  assert.deepEqual([...winners.keys()].toSorted(), [...ENDS].toSorted(), 'each of them wins some');

  /** The name, if this attempt ended the request. */
  async function attempt(name: string, work: Promise<unknown>): Promise<string | undefined> {
    try {
      return (await work) === 0 ? undefined : name;
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  }
});

/** The job, as often as it could run before the others are done. */
async function expireUntilDue(worker: Parameters<typeof expireRequests>[0]): Promise<number> {
  let expired = 0;
  for (let round = 0; round < 5 && expired === 0; round += 1) expired = await expireRequests(worker);
  return expired;
}
