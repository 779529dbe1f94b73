import * as contract from '@vezne/contract/console/staff';
import type { FastifyInstance } from 'fastify';
import { listOpenSessions } from '../../../../db/read/staff/sign-in.ts';
import {
  countWorkInHand,
  listInvited,
  listStaffOverviews,
} from '../../../../db/read/staff/staff-overviews.ts';
import { findWaitingChanges } from '../../../../db/read/requests/waiting-changes.ts';
import { addStaff } from '../../../../usecases/staff/add.ts';
import { disableStaff } from '../../../../usecases/staff/disable.ts';
import { enableStaff } from '../../../../usecases/staff/enable.ts';
import { endStaffSessions } from '../../../../usecases/staff/end-sessions.ts';
import { handleOf } from '../../../../usecases/staff/people.ts';
import { resetStaff } from '../../../../usecases/staff/reset.ts';
import { setStaffRoles } from '../../../../usecases/staff/set-roles.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { consoleRoute } from '../../route.ts';
import { changeRoute } from '../change.ts';
import { shownStaff, shownStaffDetail, shownWaiting } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Our own people: who they are, what they may, and how they come and go. */
export function staffRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  readRoutes(app, dependencies);
  changeRoute(
    app,
    dependencies,
    contract.addStaff,
    async (context, { body: { handle, name, roles, from, mailTo } }) =>
      await addStaff(context, { handle, name, roles, from: startOf(from), mailTo }),
  );
  changeRoute(
    app,
    dependencies,
    contract.setStaffRoles,
    async (context, { id, body: { roles, from } }) =>
      await setStaffRoles(context, { handle: await handleOf(context.db, id), roles, from: startOf(from) }),
  );
  changeRoute(
    app,
    dependencies,
    contract.disableStaff,
    async (context, { id }) => await disableStaff(context, await handleOf(context.db, id)),
  );
  changeRoute(
    app,
    dependencies,
    contract.enableStaff,
    async (context, { id }) => await enableStaff(context, await handleOf(context.db, id)),
  );
  changeRoute(
    app,
    dependencies,
    contract.resetStaff,
    async (context, { id, body: { mailTo } }) =>
      await resetStaff(context, await handleOf(context.db, id), mailTo),
  );
  changeRoute(
    app,
    dependencies,
    contract.endStaffSessions,
    async (context, { id }) => await endStaffSessions(context, await handleOf(context.db, id)),
  );
}

const startOf = (from: string | undefined): Date | undefined =>
  from === undefined ? undefined : new Date(from);

function readRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool, clock } = dependencies.signIn;
  const canMail = dependencies.post.mailer !== undefined;
  consoleRoute(app, dependencies, contract.listStaff, async () => {
    const staff = await listStaffOverviews(pool, OPTIONS);
    const invited = await listInvited(pool, OPTIONS);
    return { staff: staff.map(shownStaff), invited: invited.map(shownWaiting), canMail };
  });
  consoleRoute(app, dependencies, contract.getStaff, async ({ id }) => {
    const all = await listStaffOverviews(pool, OPTIONS);
    const person = all.find((one) => one.id === id);
    if (person === undefined) throw new ConsoleError('not_found');
    return shownStaffDetail(person, {
      all,
      open: await listOpenSessions(pool, id),
      nowMs: clock.nowMs(),
      inHand: await countWorkInHand(pool, id, OPTIONS),
      waiting: await findWaitingChanges(pool, { type: 'staff', id }, OPTIONS),
      canMail,
    });
  });
}
