import type { Command } from 'commander';
import { setStaffRoles } from '../../usecases/staff/set-roles.ts';
import { action } from '../action.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import { asActor } from '../with-database.ts';
import { ROLES_HELP, roleNames } from './roles-option.ts';
import { changedStaff } from './staff-text.ts';

export function addRoles(staff: Command): void {
  defineAct(staff, {
    name: 'roles <handle>',
    description:
      'set all roles of a person; another role takes a second person, and taking one away does not',
    notes: ['The person is signed out, and has the new roles when they sign in again.'],
    examples: ['vezne staff roles ayse --set senior_operator --as mehmet'],
  })
    .requiredOption('--set <roles>', ROLES_HELP, roleNames)
    .action(
      action(async (handle: string, options: ChangeOptions & { set: string[] }) => {
        await asActor(options, async (context) => {
          printPerformed(options, await setStaffRoles(context, { handle, roles: options.set }), changedStaff);
        });
      }),
    );
}
