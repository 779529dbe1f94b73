import { ACTION_RULES, PERMISSIONS, PERMISSION_TEXTS, ROLES, mayRole } from '@vezne/domain/permissions';
import { code, table } from './markdown.ts';

const INTRODUCTION = `# Permissions

Who may do what. Until people sign in, everybody at the command line may do all of it; what takes two people takes two there as
well ([four-eyes.md](four-eyes.md)). Nobody confirms their own request, whatever their role.

This page is written from the code by \`npm run docs\`; a test holds it to that.

## Roles
`;

/** docs/permissions.md. */
export function permissionsDocument(): string {
  return [
    INTRODUCTION,
    table(
      ['', ...ROLES.map((role) => role.replaceAll('_', ' '))],
      PERMISSIONS.map((permission) => [
        PERMISSION_TEXTS[permission],
        ...ROLES.map((role) => (mayRole(role, permission) ? 'yes' : '–')),
      ]),
    ),
    '',
    '## Actions',
    '',
    table(
      ['action', 'hands', 'whoever does it or asks', 'whoever confirms'],
      Object.entries(ACTION_RULES).map(([action, { hands, asks, confirms }]) => [
        code(action),
        hands,
        asks === 'signed_in' ? 'everybody, for themselves' : PERMISSION_TEXTS[asks],
        confirms === undefined ? '' : PERMISSION_TEXTS[confirms],
      ]),
    ),
    '',
  ].join('\n');
}
