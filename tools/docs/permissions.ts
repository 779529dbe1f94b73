import { PORTAL_API } from '@vezne/contract/portal/routes';
import type { PortalRoute } from '@vezne/contract/portal/route';
import {
  PARTNER_PERMISSIONS,
  PARTNER_PERMISSION_TEXTS,
  PARTNER_ROLES,
  partnerCan,
} from '@vezne/domain/partner-permissions';
import { ACTION_RULES, PERMISSIONS, PERMISSION_TEXTS, ROLES, can } from '@vezne/domain/permissions';
import { code, table } from './markdown.ts';

const INTRODUCTION = `# Permissions

Who may do what at the console. The command line is for emergencies: whoever may use it may do all of it there, and what takes two
people takes two there as well ([four-eyes.md](four-eyes.md)). Nobody confirms their own request, whatever their role. How people come
and go is in [staff.md](staff.md).

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
        ...ROLES.map((role) => (can({ roles: [role] }, permission) ? 'yes' : '–')),
      ]),
    ),
    '',
    '## Actions',
    '',
    'Second factor: whoever does, asks or confirms it has shown theirs within ten minutes, and within two hours of the first time.',
    '',
    table(
      ['action', 'hands', 'second factor', 'whoever does it or asks', 'whoever confirms'],
      Object.entries(ACTION_RULES).map(([action, { hands, stepUp, asks, confirms }]) => [
        code(action),
        hands,
        stepUp ? 'yes' : '',
        asks === 'signed_in' ? 'everybody, for themselves' : PERMISSION_TEXTS[asks],
        confirms === undefined ? '' : PERMISSION_TEXTS[confirms],
      ]),
    ),
    '',
    ...portalSection(),
  ].join('\n');
}

/** People of partners have roles of their own, and none of ours. */
function portalSection(): string[] {
  const routes: PortalRoute[] = Object.values(PORTAL_API);
  return [
    '## The portal',
    '',
    'People of a partner sign in to the portal. They see their own partner and nothing of another, whatever their role; see [portal.md](portal.md).',
    '',
    table(
      ['', ...PARTNER_ROLES],
      PARTNER_PERMISSIONS.map((permission) => [
        PARTNER_PERMISSION_TEXTS[permission],
        ...PARTNER_ROLES.map((role) => (partnerCan({ roles: [role] }, permission) ? 'yes' : '–')),
      ]),
    ),
    '',
    'Every endpoint of its API, and who may call it:',
    '',
    table(
      ['endpoint', 'second factor', ...PARTNER_ROLES],
      routes.map(({ method, path, permission, stepUp }) => [
        code(`${method} ${path}`),
        stepUp ? 'yes' : '',
        ...PARTNER_ROLES.map((role) => whoMay(permission, role)),
      ]),
    ),
    '',
  ];
}

function whoMay(permission: PortalRoute['permission'], role: (typeof PARTNER_ROLES)[number]): string {
  if (permission === 'public') return 'anybody';
  if (permission === 'signed_in') return 'yes';
  return partnerCan({ roles: [role] }, permission) ? 'yes' : '–';
}
