import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SignedInPerson } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import { ACTION_RULES, ROLES, can, permissionToConfirm } from '@vezne/domain/permissions';
import type { Permission, Role } from '@vezne/domain/permissions';
import { newId } from '../../../src/ids.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { declineRequest } from '../../../src/usecases/four-eyes/end.ts';
import { staffRow } from '../../db/rows/staff-rows.ts';
import { insertRow } from '../../db/rows/valid-rows.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { authorise } from '../../harness/desk.ts';
import { assertRefused, resultOrCode } from '../../harness/refusals.ts';
import { signedIn } from '../../harness/signed-in.ts';
import { SENDER_IBAN } from './decisions.ts';
import { SCENARIOS } from './every-scenario.ts';
import { openHouse } from './house.ts';
import type { House } from './house.ts';
import type { Scenario, Trial } from './scenario.ts';
import { differences, takeSnapshot } from './snapshot.ts';

/** For each role somebody who asks and somebody else who confirms, both signed in with their second factor. */
interface Cast {
  house: House;
  askers: Readonly<Record<Role, SignedInPerson>>;
  confirmers: Readonly<Record<Role, SignedInPerson>>;
}

async function newPerson(house: House, handle: string, roles: Role[]): Promise<SignedInPerson> {
  const person = { id: newId(), name: handle, roles };
  await insertRow(house.owner, 'staff', staffRow({ id: person.id, handle, roles }));
  return signedIn(person);
}

async function onePerRole(house: House, prefix: string): Promise<Record<Role, SignedInPerson>> {
  const people = await Promise.all(
    ROLES.map(async (role) => [role, await newPerson(house, prefix + role.replaceAll('_', ''), [role])]),
  );
  return Object.fromEntries(people) as Record<Role, SignedInPerson>;
}

/** Whoever acts at the console is refused by the program alone here: its database role can't do all of it yet. */
async function openCast(t: Parameters<typeof openHouse>[0]): Promise<Cast> {
  const house = await openHouse(t, { byOwner: true });
  // Many payouts leave it.
  await house.owner.query('update bank_account set tolerance_cents = 100000000000');
  return { house, askers: await onePerRole(house, 'asks'), confirmers: await onePerRole(house, 'confirms') };
}

async function confirm(house: House, requestId: string, actor: SignedInPerson): Promise<void> {
  await confirmRequest({ ...confirmContext(house.pool, actor), senderIban: SENDER_IBAN }, requestId);
}

/** Refused with this code, and nothing at all has changed. */
async function assertNothing(house: House, work: () => Promise<unknown>, code: string): Promise<void> {
  const before = await takeSnapshot(house.owner);
  assert.equal(await resultOrCode(work()), code);
  assert.deepEqual(differences(before, await takeSnapshot(house.owner)), []);
}

/** A fresh subject. If it is a payout that its taker goes on with, the person took it when they still might. */
async function withTrial(
  house: House,
  scenario: Scenario,
  person: SignedInPerson,
  work: (trial: Trial) => Promise<void>,
): Promise<void> {
  const trial = await scenario.prepare(house, { ...person, roles: ROLES });
  try {
    await work(trial);
  } finally {
    await trial.restore?.();
  }
}

async function ask(trial: Trial, actor: SignedInPerson): Promise<string> {
  const outcome = await trial.act(actor);
  return 'requestId' in outcome ? outcome.requestId : assert.fail('it takes two people');
}

const mayAsk = (role: Role, asks: Permission | 'signed_in'): boolean =>
  asks === 'signed_in' || can({ roles: [role] }, asks);

const LARGE = { amountCents: cents(250_000_01n) };
const SMALL = { amountCents: cents(1n) };

/** One way for each action and number of hands, and every large one. */
const CELLS = SCENARIOS.filter(
  ({ action, hands, isLarge = false }, index) =>
    index ===
    SCENARIOS.findIndex(
      (one) => one.action === action && one.hands === hands && (one.isLarge ?? false) === isLarge,
    ),
);

suite('who may ask', () => {
  test('each action by each role, with and without the second factor', async (t) => {
    const { house, askers } = await openCast(t);
    for (const scenario of CELLS) {
      const { asks, stepUp } = ACTION_RULES[scenario.action];
      const [may, mayNot] = [true, false].map((wanted) =>
        ROLES.filter((role) => mayAsk(role, asks) === wanted),
      ) as [Role[], Role[]];
      const name = `${scenario.action}, ${scenario.hands}${scenario.isLarge ? ', large' : ''}`;
      await t.test(name, async (cell) => {
        for (const role of mayNot) {
          await cell.test(`${role}: no`, async () => {
            await withTrial(house, scenario, askers[role], async (trial) => {
              await assertNothing(house, async () => await trial.act(askers[role]), 'not_permitted');
            });
          });
        }
        for (const role of may) {
          await cell.test(`${role}: yes`, async () => {
            await withTrial(house, scenario, askers[role], async (trial) => {
              const late = { ...askers[role], stepUpUntil: null };
              if (stepUp) await assertNothing(house, async () => await trial.act(late), 'step_up_required');
              const outcome = await trial.act(stepUp ? askers[role] : late);
              assert.equal(outcome.outcome, scenario.hands === 'two' ? 'asked' : 'done');
            });
          });
        }
      });
    }
  });
});

suite('who may confirm', () => {
  test('each request by each role, with and without the second factor', async (t) => {
    const { house, askers, confirmers } = await openCast(t);
    for (const scenario of CELLS.filter(({ hands }) => hands === 'two')) {
      const { action, isLarge } = scenario;
      const { asks } = ACTION_RULES[action];
      const needed = permissionToConfirm(action, isLarge ? LARGE : SMALL) ?? assert.fail(action);
      const asker = askers[ROLES.find((role) => mayAsk(role, asks)) ?? 'auditor'];
      const [may, mayNot] = [true, false].map((wanted) =>
        ROLES.filter((role) => can({ roles: [role] }, needed) === wanted),
      ) as [Role[], Role[]];
      await t.test(isLarge ? `${action}, large` : action, async (cell) => {
        for (const [index, role] of may.entries()) {
          await withTrial(house, scenario, asker, async (trial) => {
            const id = await ask(trial, asker);
            if (index === 0) {
              for (const other of mayNot) {
                await cell.test(`${other}: no`, async () => {
                  const actor = confirmers[other];
                  await assertNothing(house, async () => await confirm(house, id, actor), 'not_permitted');
                });
              }
              await cell.test(`${role} without the second factor: no`, async () => {
                const actor = { ...confirmers[role], stepUpUntil: null };
                await assertNothing(house, async () => await confirm(house, id, actor), 'step_up_required');
              });
              await cell.test('whoever asked, with every role: no', async () => {
                const actor = { ...asker, roles: ROLES };
                await assertNothing(house, async () => await confirm(house, id, actor), 'own_request');
              });
            }
            await cell.test(`${role}: yes`, async () => await confirm(house, id, confirmers[role]));
          });
        }
      });
    }
  });
});

test('whoever authorises what another took is a second person, and of a large payout a senior one', async (t) => {
  const { house, askers, confirmers } = await openCast(t);
  const authorised = async (units: number, actor: SignedInPerson): Promise<string> => {
    const id = await house.taken(units, askers.operator);
    const result = await resultOrCode(house.decide(id, (start) => authorise({ ...start, actor })));
    return typeof result === 'string' ? result : result.outcome;
  };
  assert.equal(await authorised(200_000, confirmers.operator), 'done');
  assert.equal(await authorised(250_001, confirmers.operator), 'not_permitted');
  assert.equal(await authorised(250_001, confirmers.senior_operator), 'done');
  assert.equal(await authorised(250_001, askers.operator), 'asked', 'the taker asks');
});

test('whoever may confirm small ones may decline, and an auditor may not', async (t) => {
  const { house, askers, confirmers } = await openCast(t);
  for (const scenario of CELLS.filter(
    ({ hands, action }) => hands === 'two' && action === 'deposit.approve',
  )) {
    await withTrial(house, scenario, askers.operator, async (trial) => {
      const id = await ask(trial, askers.operator);
      const decline = async (role: Role): Promise<void> =>
        await declineRequest(house.pool, { id, actor: confirmers[role], reason: 'not like this' });
      await assertRefused(decline('auditor'), 'not_permitted');
      await assertRefused(decline('administrator'), 'not_permitted');
      await decline('operator');
    });
  }
});

test('the audit log says from which session and address somebody acted, asked and confirmed', async (t) => {
  const { house, askers, confirmers } = await openCast(t);
  const scenario = SCENARIOS.find(({ action, hands }) => action === 'partner.enable' && hands === 'two');
  await withTrial(house, scenario ?? assert.fail(), askers.administrator, async (trial) => {
    const second = { ...confirmers.administrator, session: { id: 'session-2', address: '198.51.100.2' } };
    await confirm(house, await ask(trial, askers.administrator), second);
  });
  const { rows } = await house.owner.query(
    `select action, actor_id as "actorId", details ->> 'session' as session, details ->> 'address' as address
     from audit_entry order by id`,
  );
  const { session } = askers.administrator;
  const of = (action: string, { id }: SignedInPerson, from: { id: string; address: string }) => ({
    action,
    actorId: id,
    session: from.id,
    address: from.address,
  });
  const theirs = { id: 'session-2', address: '198.51.100.2' };
  assert.deepEqual(rows, [
    of('request.ask', askers.administrator, session),
    of('request.confirm', confirmers.administrator, theirs),
    of('partner.enable', confirmers.administrator, theirs),
  ]);
});
