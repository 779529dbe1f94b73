import type { Command } from 'commander';
import { readMigrateConfig } from '../config/command-line.ts';
import { isHeldUp } from '../db/errors.ts';
import { ContractionFirstError, OlderProcessesError, OtherSchemaError, migrate } from '../db/migrate.ts';
import type { Migration, MigrationResult } from '../db/migrate.ts';
import type { SchemaFit } from '../db/migration-names.ts';
import { listed, schemaProblem } from '../processes/schema-problem.ts';
import { CommandError } from './command-error.ts';
import { completeCommand } from './define-command.ts';
import { print } from './output.ts';
import type { Output } from './output.ts';
import { action } from './action.ts';
import { tellUnconfirmed } from './tell-unconfirmed.ts';

const LOCKED =
  'Another session holds a lock that a migration needs, for longer than a migration waits. What was applied before stays. ' +
  'Run it again; if it stays like that, see "A lock is held" in the runbook.';
const LARGE_OBJECTS_LEFT =
  'The owner of the database is no superuser, so the process roles can still make large objects. ' +
  'Have a superuser take that right away: docs/operations.md, "Large objects".';

interface MigrateOptions extends Output {
  contract?: boolean;
}

export function defineMigrate(migrateCommand: Command): void {
  completeCommand(migrateCommand, {
    notes: [
      'A contraction takes away what the version before used, so it waits for --contract.\nA new database gets everything at once.',
    ],
    examples: [
      'DATABASE_URL=postgres://owner:password@host/vezne vezne migrate',
      'DATABASE_URL=postgres://owner:password@host/vezne vezne migrate --contract',
    ],
  })
    .option('--contract', 'apply contractions too: every process runs this version')
    .action(
      action(async ({ contract = false, ...output }: MigrateOptions) => {
        const result = await migrateWatched({ ...readMigrateConfig(), contract });
        const left = result.areLargeObjectsOpen ? [LARGE_OBJECTS_LEFT] : [];
        print(output, result, [...resultLines(result), ...left]);
      }),
    );
}

async function migrateWatched(migration: Migration): Promise<MigrationResult> {
  const unconfirmed = tellUnconfirmed(migration.databaseUrl, { thenDo: 'run it again' });
  try {
    return await migrate({ ...migration, onConnected: unconfirmed.follow });
  } catch (error) {
    const text = refusalText(error);
    throw text === undefined ? error : new CommandError(text, { cause: error });
  } finally {
    await unconfirmed.stop();
  }
}

function resultLines({ applied, waiting, ahead }: MigrationResult): string[] {
  if (ahead.length > 0) {
    return [
      `The database is ahead of this version, by ${listed(ahead)}. Nothing was applied.`,
      'These only expand it, so processes of this version can serve it.',
    ];
  }
  const waits =
    waiting.length === 0
      ? []
      : [
          `${listed(waiting)} ${waiting.length === 1 ? 'waits' : 'wait'}. When every process runs this version: vezne migrate --contract`,
        ];
  if (applied.length > 0) return [...applied.map((name) => `applied ${name}`), ...waits];
  return waits.length > 0 ? waits : ['The database is up to date.'];
}

function refusalText(error: unknown): string | undefined {
  if (error instanceof OtherSchemaError) return otherSchemaText(error.fit);
  if (error instanceof ContractionFirstError) return contractionFirstText(error.contractions);
  if (error instanceof OlderProcessesError) return olderProcessesText(error);
  return isHeldUp(error) ? LOCKED : undefined;
}

function contractionFirstText(contractions: readonly string[]): string {
  return (
    `${listed(contractions)} has to come first, and takes away what processes of the version before it may use. Nothing was applied. ` +
    'When every process runs the version that brought it, or a later one, run vezne migrate --contract with the version that they run, ' +
    'and then this again. If no process runs: vezne migrate --contract'
  );
}

function olderProcessesText({ contraction, sessions }: OlderProcessesError): string {
  const older = listed(sessions.map(({ name, pid }) => `${name} (session ${pid})`));
  return (
    `Processes of an older version run: ${older}. ${contraction} takes away what they may use, so nothing was applied. ` +
    'Replace them or stop them, and run this again.'
  );
}

function otherSchemaText(fit: SchemaFit): string {
  if (fit.contractions.length > 0) return `${schemaProblem(fit)} Nothing was applied.`;
  const unknown =
    fit.expansions.length > 0 ? ` has ${listed(fit.expansions)}, which this version doesn't know, and` : '';
  return (
    `The database${unknown} lacks ${listed([...fit.missing, ...fit.waiting])}. ` +
    'Migrations run in the order of their numbers, so nothing was applied. Migrate with a version that has all of them, the new ones last.'
  );
}
