import type { Command } from 'commander';
import { readMigrateConfig } from '../config.ts';
import { isLockTimeout } from '../db/errors.ts';
import { migrate } from '../db/migrate.ts';
import { CommandError } from './command-error.ts';
import { defineCommand } from './define-command.ts';
import { print } from './output.ts';
import type { Output } from './output.ts';
import { action } from './action.ts';

const LOCKED =
  'Another session holds a lock that a migration needs. What was applied before stays. Run it again; if it stays like that, ' +
  'see "A lock is held" in the runbook.';
const LARGE_OBJECTS_LEFT =
  'The owner of the database is no superuser, so the process roles can still make large objects. ' +
  'Have a superuser take that right away: docs/operations.md, "Large objects".';

export function addMigrateCommand(root: Command): void {
  defineCommand(root, {
    name: 'migrate',
    description: 'bring the database at DATABASE_URL up to date and give the process roles their logins',
    examples: ['DATABASE_URL=postgres://owner:password@host/vezne vezne migrate'],
  }).action(
    action(async (options: Output) => {
      const { applied, areLargeObjectsOpen } = await migrate(readMigrateConfig()).catch((error: unknown) => {
        throw isLockTimeout(error) ? new CommandError(LOCKED, { cause: error }) : error;
      });
      const lines =
        applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`);
      const left = areLargeObjectsOpen ? [LARGE_OBJECTS_LEFT] : [];
      print(options, { applied, areLargeObjectsOpen }, [...lines, ...left]);
    }),
  );
}
