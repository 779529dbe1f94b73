import type { Command } from 'commander';
import { readMigrateConfig } from '../config.ts';
import { isLockTimeout } from '../db/errors.ts';
import { OtherSchemaError, migrate } from '../db/migrate.ts';
import type { MigrationResult } from '../db/migrate.ts';
import type { SchemaFit } from '../db/migration-names.ts';
import { listed, schemaProblem } from '../processes/schema-problem.ts';
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
      const result = await migrate(readMigrateConfig()).catch((error: unknown) => {
        if (error instanceof OtherSchemaError)
          throw new CommandError(otherSchemaText(error.fit), { cause: error });
        throw isLockTimeout(error) ? new CommandError(LOCKED, { cause: error }) : error;
      });
      const left = result.areLargeObjectsOpen ? [LARGE_OBJECTS_LEFT] : [];
      print(options, result, [...resultLines(result), ...left]);
    }),
  );
}

function resultLines({ applied, ahead }: MigrationResult): string[] {
  if (ahead.length > 0) {
    return [
      `The database is ahead of this version, by ${listed(ahead)}. Nothing was applied.`,
      'These only expand it, so processes of this version can serve it.',
    ];
  }
  return applied.length === 0 ? ['The database is up to date.'] : applied.map((name) => `applied ${name}`);
}

function otherSchemaText(fit: SchemaFit): string {
  if (fit.contractions.length > 0) return `${schemaProblem(fit)} Nothing was applied.`;
  const unknown =
    fit.expansions.length > 0 ? ` has ${listed(fit.expansions)}, which this version doesn't know, and` : '';
  return (
    `The database${unknown} lacks ${listed(fit.missing)}. ` +
    'Migrations run in the order of their numbers, so nothing was applied. Migrate with a version that has all of them, the new ones last.'
  );
}
