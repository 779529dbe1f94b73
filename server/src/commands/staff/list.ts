import type { Command } from 'commander';
import { listStaff } from '../../db/read/staff/staff.ts';
import type { ListedStaff } from '../../db/read/staff/staff.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { defineCommand } from '../define-command.ts';
import { count, table, timeText } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { withDatabase } from '../with-database.ts';
import { rolesText } from './staff-text.ts';

export function addList(staff: Command): void {
  defineCommand(staff, {
    name: 'list',
    description: 'all people, by handle, with what they sign in with',
    examples: ['vezne staff list'],
  }).action(
    action(async (options: Output) => {
      await withDatabase(async (db) => {
        const people = await listStaff(db);
        const rows = people.map((person) => [
          person.handle,
          person.name,
          person.status,
          rolesText(person),
          factorsText(person),
          String(person.sessions),
          person.lastSeenAt === null ? 'never' : timeText(person.lastSeenAt),
        ]);
        const lines = table(
          ['handle', 'name', 'status', 'roles', 'signs in with', 'sessions', 'last seen'],
          rows,
        );
        const none = [
          'Nobody yet: everybody at the command line is who they say. The first two are administrators; add one with:',
          '  vezne staff add HANDLE --name NAME --roles administrator',
        ];
        print(options, plainValues({ staff: people }), people.length === 0 ? none : lines);
      });
    }),
  );
}

function factorsText(person: ListedStaff): string {
  const factors = [
    ...(person.hasPassword ? ['password'] : []),
    ...(person.hasTotp ? ['codes'] : []),
    ...(person.passkeys > 0 ? [count(person.passkeys, 'passkey')] : []),
    ...(person.enrolmentUntil === null ? [] : [`a link until ${timeText(person.enrolmentUntil)}`]),
  ];
  return factors.length === 0 ? 'nothing' : factors.join(', ');
}
