/** What somebody's roles are from when on, and when a change of them takes two people. */
import type { Role } from './permissions.ts';

/** With fewer than these, the command line adds the next administrator alone. */
const ENOUGH_ADMINISTRATORS = 2;

/** Counted with those who are disabled: otherwise one of two could disable the other, and then add whom they like. */
export function areEnoughAdministrators(administrators: number): boolean {
  return administrators >= ENOUGH_ADMINISTRATORS;
}

/** Another role widens. So does a step below two administrators: from there on one hand adds the next. */
export function rolesWiden(
  before: readonly Role[],
  after: readonly Role[],
  /** How many people have the role of administrator before it. */
  administrators: number,
): boolean {
  const isTakenAway = before.includes('administrator') && !after.includes('administrator');
  const opensTheDoor =
    isTakenAway && areEnoughAdministrators(administrators) && !areEnoughAdministrators(administrators - 1);
  return opensTheDoor || after.some((role) => !before.includes(role));
}

/** The roles of a person now, and those that take their place at a moment to come. */
export interface RolePlan {
  roles: readonly Role[];
  /** Null: no change is planned. */
  nextRoles: readonly Role[] | null;
  nextRolesFrom: Date | null;
}

export function rolesAt({ roles, nextRoles, nextRolesFrom }: RolePlan, at: Date): readonly Role[] {
  return nextRoles !== null && nextRolesFrom !== null && nextRolesFrom <= at ? nextRoles : roles;
}

/** What a person's plan becomes: other roles now, or from a moment on. Roles that they have already are no plan. */
export function changedPlan({ roles }: RolePlan, wanted: readonly Role[], from: Date | undefined): RolePlan {
  return from === undefined || areSameRoles(roles, wanted)
    ? { roles: wanted, nextRoles: null, nextRolesFrom: null }
    : { roles, nextRoles: wanted, nextRolesFrom: from };
}

export function isSamePlan(one: RolePlan, other: RolePlan): boolean {
  return (
    areSameRoles(one.roles, other.roles) &&
    areSameRoles(one.nextRoles ?? [], other.nextRoles ?? []) &&
    one.nextRolesFrom?.getTime() === other.nextRolesFrom?.getTime()
  );
}

function areSameRoles(some: readonly Role[], others: readonly Role[]): boolean {
  return some.length === others.length && some.every((role) => others.includes(role));
}

/** How many others are administrators from a moment on, also those who are disabled. */
export interface AdministratorsFrom {
  from: Date;
  count: number;
}

const isAdministratorAt = (plan: RolePlan, at: Date): boolean => rolesAt(plan, at).includes('administrator');

/** Now, and each moment at which somebody's roles change: what holds at each of these holds always. */
function momentsOf(plans: readonly RolePlan[], now: Date): Date[] {
  const planned = plans.flatMap(({ nextRolesFrom }) => nextRolesFrom ?? []);
  return [now, ...planned.filter((from) => from > now)].toSorted((one, other) => +one - +other);
}

export function administratorsFrom(others: readonly RolePlan[], now: Date): AdministratorsFrom[] {
  return momentsOf(others, now).map((from) => ({
    from,
    count: others.filter((plan) => isAdministratorAt(plan, from)).length,
  }));
}

/** Whether at any moment from now on the person could do more than planned, or fewer than two administrators were left. */
export function planWidens(
  before: RolePlan,
  after: RolePlan,
  /** The first from now on. */
  others: readonly AdministratorsFrom[],
): boolean {
  const now = others[0]?.from ?? new Date(0);
  const moments = [...others.map(({ from }) => from), ...momentsOf([before, after], now)];
  return moments.some((at) => {
    const othersThen = others.findLast(({ from }) => from <= at)?.count ?? 0;
    const administrators = othersThen + (isAdministratorAt(before, at) ? 1 : 0);
    return rolesWiden(rolesAt(before, at), rolesAt(after, at), administrators);
  });
}

/**
 * Whether nobody would be sure to be left who may ask and confirm. Of the others only those count who are administrators at every moment
 * from then on: not whose role ends, nor whose begins later.
 */
export function leavesNoAdministrator(
  person: RolePlan,
  /** Undefined: they are disabled. */
  after: RolePlan | undefined,
  /** Who are active. */
  others: readonly RolePlan[],
  now: Date,
): boolean {
  const plans = after === undefined ? [person, ...others] : [person, after, ...others];
  const staysFrom = (plan: RolePlan, at: Date): boolean =>
    momentsOf([plan], at).every((moment) => isAdministratorAt(plan, moment));
  return momentsOf(plans, now).some(
    (at) =>
      isAdministratorAt(person, at) &&
      (after === undefined || !isAdministratorAt(after, at)) &&
      !others.some((plan) => staysFrom(plan, at)),
  );
}
