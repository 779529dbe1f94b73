import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { addStaff } from '../../usecases/staff/add.ts';
import type { AddedStaff } from '../../usecases/staff/add.ts';
import { action } from '../action.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { dateOrTime } from '../option-values.ts';
import { warn } from '../output.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { asEnroller } from '../with-database.ts';
import { ROLES_FROM_HELP, ROLES_HELP, roleNames } from './roles-option.ts';
import { enrolmentLines, personText, rolesText } from './staff-text.ts';

interface Options extends ChangeOptions {
  name: string;
  roles: string[];
  from?: Date;
}

export function addAdd(staff: Command): void {
  defineAct(staff, {
    name: 'add <handle>',
    description:
      'ask for a new person; when a second person confirms it, there is a link with which they enrol',
    notes: [
      'A handle stays for ever and is never given to another person. The first two people are administrators, and each is added by one\n' +
        'person alone, which the audit log says. Needs VEZNE_CONSOLE_URL.',
    ],
    examples: [
      'vezne staff add ayse --name "Ayşe Işık" --roles operator --as mehmet',
      'vezne staff add ayse --name "Ayşe Işık" --roles operator --from "2026-12-01 09:00 +03" --as mehmet',
    ],
  })
    .requiredOption('--name <name>', 'the name that others read')
    .requiredOption('--roles <roles>', ROLES_HELP, roleNames)
    .option('--from <time>', ROLES_FROM_HELP, dateOrTime)
    .action(
      action(async (handle: string, options: Options) => {
        const { name, roles, from } = options;
        await asEnroller(options, async (context) => {
          const added = await addStaff(context, { handle, name, roles, from });
          if (added.outcome === 'done') {
            warn(
              `${handle} was added by ${context.actor.name} alone, as one of the first two administrators.`,
            );
          }
          printPerformed(options, added, addedStaff);
        });
      }),
    );
}

export function addedStaff({ person, enrolment, isAlone }: AddedStaff): Told {
  return {
    values: plainValues({ person, enrolment, isAlone }),
    lines: [
      `${personText(person)} was added with the roles ${rolesText(person)}.`,
      ...enrolmentLines(person, enrolment),
    ],
  };
}
