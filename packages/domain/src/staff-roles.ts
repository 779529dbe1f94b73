/** When a change of somebody's roles takes two people. */
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
