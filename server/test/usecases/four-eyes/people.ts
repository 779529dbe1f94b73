import { randomInt } from 'node:crypto';
import { invitePartnerPerson } from '../../../src/usecases/partner-people/invite-by-two.ts';
import { addStaff } from '../../../src/usecases/staff/add.ts';
import { disableStaff } from '../../../src/usecases/staff/disable.ts';
import { enableStaff } from '../../../src/usecases/staff/enable.ts';
import { endStaffSessions } from '../../../src/usecases/staff/end-sessions.ts';
import { resetStaff } from '../../../src/usecases/staff/reset.ts';
import { setStaffRoles } from '../../../src/usecases/staff/set-roles.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';
import { staffRow, staffRowsOf } from '../../db/rows/staff-rows.ts';
import { insertRow } from '../../db/rows/valid-rows.ts';
import type { Row } from '../../db/rows/valid-rows.ts';
import { outcomeOfAct } from './house.ts';
import type { House } from './house.ts';
import type { Scenario } from './scenario.ts';

/** Somebody who can sign in, and has. */
async function newPerson({ owner }: House, changes: Row = {}): Promise<string> {
  const person = staffRow(changes);
  await insertRow(owner, 'staff', person);
  const { password, totp, session } = staffRowsOf(person);
  await insertRow(owner, 'staff_password', password);
  await insertRow(owner, 'staff_totp', totp);
  await insertRow(owner, 'staff_session', session);
  return String(person['handle']);
}

const setRoles =
  ({ owner }: House, handle: string, roles: string[]) =>
  async (): Promise<unknown> =>
    await owner.query('update staff set roles = $2 where handle = $1', [handle, roles]);

export const PEOPLE_SCENARIOS: readonly Scenario[] = [
  {
    action: 'partner_person.invite',
    hands: 'two',
    async prepare({ context, owner, partner }) {
      const email = `n${randomInt(1_000_000_000)}@shop.example`;
      const invitation = { partner: partner.id, email, name: 'Ece Su', roles: ['owner'] } as const;
      return {
        act: async (actor) => outcomeOfAct(await invitePartnerPerson(context(actor), invitation)),
        disturb: async () => {
          await insertPartnerPerson(owner, { partnerId: partner.id, email });
        },
      };
    },
  },
  {
    action: 'staff.add',
    hands: 'two',
    async prepare({ context, owner }) {
      const handle = `n${randomInt(1_000_000_000)}`;
      const addition = { handle, name: 'Deniz', roles: ['operator'] };
      return {
        act: async (actor) => outcomeOfAct(await addStaff(context(actor), addition)),
        disturb: async () => {
          await insertRow(owner, 'staff', staffRow({ handle }));
        },
      };
    },
  },
  ...(
    [
      ['two', ['finance', 'operator']],
      ['two', ['senior_operator']],
      ['alone', ['operator']],
    ] as const
  ).map(([hands, roles]): Scenario => ({
    action: 'staff.set_roles',
    hands,
    async prepare(house) {
      const handle = await newPerson(house, { roles: ['auditor', 'operator'] });
      return {
        act: async (actor) => outcomeOfAct(await setStaffRoles(house.context(actor), { handle, roles })),
        disturb: setRoles(house, handle, ['operator']),
      };
    },
  })),
  {
    action: 'staff.disable',
    hands: 'alone',
    async prepare(house) {
      const handle = await newPerson(house);
      return { act: async (actor) => outcomeOfAct(await disableStaff(house.context(actor), handle)) };
    },
  },
  {
    action: 'staff.end_sessions',
    hands: 'alone',
    async prepare(house) {
      const handle = await newPerson(house);
      return { act: async (actor) => outcomeOfAct(await endStaffSessions(house.context(actor), handle)) };
    },
  },
  {
    action: 'staff.enable',
    hands: 'two',
    async prepare(house) {
      const handle = await newPerson(house, { roles: ['operator'], status: 'disabled' });
      return {
        act: async (actor) => outcomeOfAct(await enableStaff(house.context(actor), handle)),
        disturb: setRoles(house, handle, ['administrator']),
      };
    },
  },
  {
    action: 'staff.reset',
    hands: 'two',
    async prepare(house) {
      const handle = await newPerson(house);
      return {
        act: async (actor) => outcomeOfAct(await resetStaff(house.context(actor), handle)),
        disturb: setRoles(house, handle, ['administrator']),
      };
    },
  },
];
