import { ROLES } from '@vezne/domain/permissions';

/** What follows `--roles`, before it is checked. */
export function roleNames(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export const ROLES_FROM_HELP =
  'from when the roles hold: a date, which is its midnight in Turkey, or a time with its zone (default: at once)';

export const ROLES_HELP = `some of ${ROLES.join(', ')}, with commas`;
