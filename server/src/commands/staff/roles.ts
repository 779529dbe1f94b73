import type { Command } from 'commander';
import { setStaffRoles } from '../../usecases/staff/set-roles.ts';
import { action } from '../action.ts';
import { dateOrTime } from '../option-values.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import { asActor } from '../with-database.ts';
import { ROLES_FROM_HELP, ROLES_HELP, roleNames } from './roles-option.ts';
import { changedStaff } from './staff-text.ts';

export function addRoles(staff: Command): void {
  defineAct(staff, {
    name: 'roles <handle>',
    description:
      'set all roles of a person; another role takes a second person, and taking one away does not',
    notes: [
      'The person is signed out when the roles change, and has the new ones when they sign in again. A change that was planned before is\n' +
        'dropped.',
    ],
    examples: [
      'vezne staff roles ayse --set senior_operator --as mehmet',
      'vezne staff roles ayse --set senior_operator --from 2026-12-01 --as mehmet',
    ],
  })
    .requiredOption('--set <roles>', ROLES_HELP, roleNames)
    .option('--from <time>', ROLES_FROM_HELP, dateOrTime)
    .action(
      action(async (handle: string, options: ChangeOptions & { set: string[]; from?: Date }) => {
        const { set: roles, from } = options;
        await asActor(options, async (context) => {
          printPerformed(options, await setStaffRoles(context, { handle, roles, from }), changedStaff);
        });
      }),
    );
}
