import type { Command } from 'commander';
import { readMigrateConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { defineCommand } from './define-command.ts';
import { print } from './output.ts';
import type { Output } from './output.ts';
import { action } from './action.ts';

export function addMigrateCommand(root: Command): void {
  defineCommand(root, {
    name: 'migrate',
    description: 'bring the database at DATABASE_URL up to date and give the process roles their logins',
    examples: ['DATABASE_URL=postgres://owner:password@host/vezne vezne migrate'],
  }).action(
    action(async (options: Output) => {
      const { applied } = await migrate(readMigrateConfig());
      const lines =
        applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`);
      print(options, { applied }, lines);
    }),
  );
}
