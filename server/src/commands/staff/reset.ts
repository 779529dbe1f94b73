import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { resetStaff } from '../../usecases/staff/reset.ts';
import type { ResetStaff } from '../../usecases/staff/reset.ts';
import { action } from '../action.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { asEnroller } from '../with-database.ts';
import { enrolmentLines, personText, sessionLines } from './staff-text.ts';

export function addReset(staff: Command): void {
  defineAct(staff, {
    name: 'reset <handle>',
    description:
      'ask to forget password, second factors and recovery codes of a person, and for a link to enrol anew',
    notes: [
      'For somebody who has lost their second factor, or whose link was not used in time. Be sure that it is really they who ask.\n' +
        'Needs VEZNE_CONSOLE_URL.',
    ],
    examples: ['vezne staff reset ayse --note "lost her phone, seen in person" --as mehmet'],
  }).action(
    action(async (handle: string, options: ChangeOptions) => {
      await asEnroller(options, async (context) => {
        printPerformed(options, await resetStaff(context, handle), wasReset);
      });
    }),
  );
}

export function wasReset({ person, enrolment, sessionsEnded }: ResetStaff): Told {
  return {
    values: plainValues({ person, enrolment, sessionsEnded }),
    lines: [
      `${personText(person)} has no password and no second factor any more.`,
      ...sessionLines(sessionsEnded),
      ...enrolmentLines(person, enrolment),
    ],
  };
}
