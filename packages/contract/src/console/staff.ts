/** Our own people, as administrators see and change them. */
import { ROLES } from '@vezne/domain/permissions';
import { z } from 'zod';
import { changePress, changeRoute } from './administration.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

const roles = z.array(z.enum(ROLES));

const staffRow = z.object({
  id: rowId,
  handle: z.string(),
  name: z.string(),
  /** Those that hold now. */
  roles,
  /** Those that take their place at a moment to come. */
  planned: z.object({ roles, from: moment }).nullable(),
  status: z.enum(['active', 'disabled']),
  /** What the person can sign in with. */
  factors: z.object({
    hasPassword: z.boolean(),
    hasTotp: z.boolean(),
    passkeys: z.int(),
    recoveryCodesLeft: z.int(),
  }),
  /** Until when their link to enrol works; null: they have none. */
  enrolmentUntil: moment.nullable(),
  lastSeenAt: moment.nullable(),
});
export type StaffRow = z.infer<typeof staffRow>;

const waitingChange = z.object({
  requestId: rowId,
  action: z.string(),
  askedBy: z.string(),
  askedAt: moment,
});

const staffSession = z.object({
  id: rowId,
  createdAt: moment,
  lastSeenAt: moment,
  address: z.string().nullable(),
  userAgent: z.string(),
});
export type StaffSession = z.infer<typeof staffSession>;

const staffDetail = staffRow.extend({
  createdAt: moment,
  createdBy: z.string(),
  sessions: z.array(staffSession),
  /** Payouts that the person has: those that go back to the queue when they leave, and those whose money may be on its way. */
  inHand: z.object({ taken: z.int(), authorised: z.int() }),
  /** The only active one: can't be disabled, and keeps the role. */
  isLastAdministrator: z.boolean(),
  /** Everybody else with this role, also who is disabled, from when on: whether taking it away takes two depends on it. */
  otherAdministrators: z.array(z.object({ from: moment, count: z.int() })),
  /** Whether a link to enrol can be sent by mail. */
  canMail: z.boolean(),
  waiting: z.array(waitingChange),
});
export type StaffDetail = z.infer<typeof staffDetail>;

/** All of them, by handle: there are tens. */
export const listStaff = {
  method: 'GET',
  path: '/api/staff',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: z.object({
    staff: z.array(staffRow),
    /** Invitations that a second person has not confirmed yet. */
    invited: z.array(waitingChange.extend({ name: z.string() })),
    canMail: z.boolean(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

export const getStaff = {
  method: 'GET',
  path: '/api/staff/:id',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: staffDetail,
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** Where a link to enrol goes. Whoever confirms reads it. RFC 5321 has 254 characters. */
export const mailAddress = z.email().max(254);

/** From when the roles hold; without it, at once after the confirmation. */
const rolesFrom = z.iso.datetime();

/** The use case says what is no handle and no name. These are bounds of what it reads. */
export const addStaff = changeRoute('staff.add', {
  path: '/api/staff/add',
  request: changePress.extend({
    handle: z.string().max(64),
    name: z.string().max(512),
    roles,
    from: rolesFrom.exactOptional(),
    mailTo: mailAddress.exactOptional(),
  }),
});

/** All roles, in place of those that the person had. */
export const setStaffRoles = changeRoute('staff.set_roles', {
  path: '/api/staff/:id/roles',
  request: changePress.extend({ roles, from: rolesFrom.exactOptional() }),
});

export const disableStaff = changeRoute('staff.disable', {
  path: '/api/staff/:id/disable',
  request: changePress,
});

export const enableStaff = changeRoute('staff.enable', {
  path: '/api/staff/:id/enable',
  request: changePress,
});

/** Password, second factors and recovery codes go, and a new link is made. */
export const resetStaff = changeRoute('staff.reset', {
  path: '/api/staff/:id/reset',
  request: changePress.extend({ mailTo: mailAddress.exactOptional() }),
});

export const endStaffSessions = changeRoute('staff.end_sessions', {
  path: '/api/staff/:id/end-sessions',
  request: changePress,
});

/** A link to enrol, and how it comes to its person. */
export const enrolmentLink = z.object({
  /** Shown this once. Null: it was sent, and nobody but the person needs to see it. */
  url: z.string().nullable(),
  expiresAt: moment,
  mailTo: z.string().nullable(),
  /** `none`: no address was named. `failed`: the person is added all the same, and the link is handed over. */
  mail: z.enum(['sent', 'failed', 'none']),
});
export type EnrolmentLink = z.infer<typeof enrolmentLink>;
