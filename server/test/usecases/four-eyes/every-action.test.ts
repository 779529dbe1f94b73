import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import { ACTION_RULES } from '@vezne/domain/permissions';
import type { Person } from '@vezne/domain/actor';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { declineRequest, withdrawRequest } from '../../../src/usecases/four-eyes/end.ts';
import { expireRequests } from '../../../src/usecases/four-eyes/expire.ts';
import { RefusedError } from '../../../src/usecases/refusal.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { SENDER_IBAN } from './decisions.ts';
import { ELSEWHERE, SCENARIOS } from './every-scenario.ts';
import { AYSE, AYSE_SPELT_OTHERWISE, MEHMET, openHouse } from './house.ts';
import type { House } from './house.ts';
import type { Trial } from './scenario.ts';
import { differences, realDifferences, takeSnapshot } from './snapshot.ts';

/** What a person can do only alone or only by two has no trial of the other kind. */
test('every action that changes anything is tried in every way in which it can be done', () => {
  for (const action of AUDIT_ACTIONS.filter((one) => !ELSEWHERE.has(one))) {
    const tried = new Set(SCENARIOS.filter((one) => one.action === action).map(({ hands }) => hands));
    const { hands } = ACTION_RULES[action];
    if (hands === 'alone') assert.deepEqual([...tried], ['alone'], action);
    else if (hands === 'two') assert.deepEqual([...tried], ['two'], action);
    else assert.ok(tried.has('two'), action);
  }
});

/** A request for the trial, and what the database was before and after. */
async function asked(house: House, trial: Trial): Promise<string> {
  const before = await takeSnapshot(house.owner);
  const outcome = await trial.act(AYSE);
  assert.equal(outcome.outcome, 'asked', 'one person did it alone');
  const after = await takeSnapshot(house.owner);
  assert.deepEqual(
    differences(before, after),
    ['audit_entry', 'second_person_request'],
    'nothing but the request and its audit entry',
  );
  return 'requestId' in outcome ? outcome.requestId : '';
}

async function confirm(house: House, requestId: string, actor: Person): Promise<void> {
  // Whoever confirms has looked at the bank.
  await confirmRequest({ ...confirmContext(house.pool, actor), senderIban: SENDER_IBAN }, requestId);
}

/** Refused, and nothing at all has changed. */
async function assertStopped(house: House, requestId: string, actor: Person, code?: string): Promise<void> {
  const before = await takeSnapshot(house.owner);
  await assert.rejects(confirm(house, requestId, actor), (error) => {
    assert.ok(error instanceof RefusedError, String(error));
    if (code !== undefined) assert.equal(error.refusal.code, code);
    return true;
  });
  assert.deepEqual(differences(before, await takeSnapshot(house.owner)), []);
}

const TRIALS: Readonly<Record<string, (house: House, trial: Trial) => Promise<void>>> = {
  async 'asker alone'(house, trial) {
    await asked(house, trial);
  },
  async 'asker confirming their own'(house, trial) {
    await assertStopped(house, await asked(house, trial), AYSE, 'own_request');
  },
  async 'asker under another spelling'(house, trial) {
    await assertStopped(house, await asked(house, trial), AYSE_SPELT_OTHERWISE, 'own_request');
  },
  async 'second person'(house, trial) {
    const requestId = await asked(house, trial);
    const before = await takeSnapshot(house.owner);
    await confirm(house, requestId, MEHMET);
    assert.notDeepEqual(realDifferences(before, await takeSnapshot(house.owner)), [], 'it is done');
    await assertStopped(house, requestId, MEHMET, 'request_already_ended');
  },
  async 'changed subject'(house, trial) {
    if (trial.disturb === undefined) return;
    const requestId = await asked(house, trial);
    await trial.disturb();
    await assertStopped(house, requestId, MEHMET);
  },
  async expired(house, trial) {
    const requestId = await asked(house, trial);
    await house.owner.query(
      `update second_person_request set expires_at = now() - interval '1 s' where id = $1`,
      [requestId],
    );
    await assertStopped(house, requestId, MEHMET, 'request_expired');
    assert.equal(await expireRequests(house.worker), 1);
    await assertStopped(house, requestId, MEHMET, 'request_already_ended');
  },
};

suite('what takes two people', () => {
  const scenarios = SCENARIOS.filter(({ hands }) => hands === 'two');
  for (const [name, run] of Object.entries(TRIALS)) {
    test(name, async (t) => {
      const house = await openHouse(t);
      for (const [index, scenario] of scenarios.entries()) {
        await t.test(`${scenario.action} (${index})`, async () => {
          const trial = await scenario.prepare(house);
          try {
            await run(house, trial);
          } finally {
            await trial.restore?.();
          }
        });
      }
    });
  }
});

test('what one person may do is done at once', async (t) => {
  const house = await openHouse(t);
  for (const [index, scenario] of SCENARIOS.filter(({ hands }) => hands === 'alone').entries()) {
    await t.test(`${scenario.action} (${index})`, async () => {
      const trial = await scenario.prepare(house);
      const before = await takeSnapshot(house.owner);
      assert.deepEqual(await trial.act(AYSE), { outcome: 'done' });
      const changed = differences(before, await takeSnapshot(house.owner));
      assert.ok(changed.includes('audit_entry'), 'the audit log says so');
      assert.ok(!changed.includes('second_person_request'));
      await trial.restore?.();
    });
  }
});

test('a request that is declined or taken back does nothing, and says who and why', async (t) => {
  const house = await openHouse(t);
  const scenario = SCENARIOS.find(({ action }) => action === 'partner.enable');
  const ask = async (): Promise<string> =>
    await asked(house, (await scenario?.prepare(house)) ?? assert.fail());
  const declined = await ask();
  const { pool } = house;
  await assertRefused(declineRequest(pool, { id: declined, actor: MEHMET, reason: ' ' }), 'text_empty');
  await declineRequest(pool, { id: declined, actor: MEHMET, reason: 'not agreed' });
  const withdrawn = await ask();
  await assertRefused(withdrawRequest(pool, { id: withdrawn, actor: MEHMET }), 'not_own_request');
  await withdrawRequest(pool, { id: withdrawn, actor: AYSE });
  for (const id of [declined, withdrawn]) await assertStopped(house, id, MEHMET, 'request_already_ended');
  const { rows } = await house.owner.query(
    'select status, decided_by, decision_note from second_person_request order by asked_at',
  );
  assert.deepEqual(rows, [
    { status: 'declined', decided_by: 'mehmet', decision_note: 'not agreed' },
    { status: 'withdrawn', decided_by: 'ayse', decision_note: null },
  ]);
});
