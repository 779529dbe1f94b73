import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MOST_TRIES, applyMigration } from './apply-migration.ts';
import { isLockTimeout } from './errors.ts';
import { installJobQueues } from './install-job-queues.ts';
import {
  MIGRATIONS_DIRECTORY,
  compareMigrations,
  isContraction,
  knownMigrations,
  migrationNumber,
} from './migration-names.ts';
import type { SchemaFit } from './migration-names.ts';
import { giveLogin } from './process-logins.ts';
import { readOlderProcesses } from './read/installation/older-processes.ts';
import type { ProcessSession } from './read/installation/older-processes.ts';
import { APPLIED_MIGRATIONS_SQL } from './read/installation/schema-migrations.ts';

/** For all that is no migration: whoever holds a lock for longer may hold it for ever. */
const SESSION_SETTINGS = `set lock_timeout = '4s'; set statement_timeout = '30min'`;

/** As node-pg-migrate makes it. It has to be there before the first migration, to be locked. */
const CREATE_MIGRATIONS_TABLE =
  'create table if not exists schema_migration (id serial primary key, name varchar(255) not null, run_on timestamp not null)';

/** The database has what this version doesn't know, or has it in another order. Nothing was applied. */
export class OtherSchemaError extends Error {
  override name = 'OtherSchemaError';
  readonly fit: SchemaFit;

  constructor(fit: SchemaFit) {
    super('The database has other migrations than this version.');
    this.fit = fit;
  }
}

/** An expansion comes after a contraction that nobody has allowed. Nothing was applied. */
export class ContractionFirstError extends Error {
  override name = 'ContractionFirstError';
  readonly contractions: readonly string[];

  constructor(contractions: readonly string[]) {
    super('A contraction has to be applied first.');
    this.contractions = contractions;
  }
}

/** Processes run that need what a contraction takes away. Nothing was applied. */
export class OlderProcessesError extends Error {
  override name = 'OlderProcessesError';
  readonly contraction: string;
  readonly sessions: readonly ProcessSession[];

  constructor(contraction: string, sessions: readonly ProcessSession[]) {
    super('Processes of an older version run.');
    this.contraction = contraction;
    this.sessions = sessions;
  }
}

export interface MigrationResult {
  applied: string[];
  /** Contractions that were left for the time when every process runs this version. */
  waiting: string[];
  /** Expansions of a later version that the database has. */
  ahead: string[];
  /** The process roles can still make large objects: the owner is no superuser, and could not take that right away. */
  areLargeObjectsOpen: boolean;
}

const LARGE_OBJECTS_SQL = `
select exists (
  select from pg_catalog.pg_proc
  where pronamespace = 'pg_catalog'::regnamespace and proname = 'lo_create' and has_function_privilege('vezne_api', oid, 'execute')
) as "areOpen"`;

export interface Migration {
  databaseUrl: string;
  roleUrls: readonly string[];
  directory?: string;
  /** Every process runs this version, so nothing needs what contractions take away. A new database gets them in any case. */
  contract?: boolean;
  /** How often a migration is tried that can't get its locks. */
  mostTries?: number;
  /** Told of each connection, for whoever watches what it waits for. */
  onConnected?: (client: pg.Client) => void;
}

/**
 * Brings the schema up to date and gives each process role its login, with the password from its address. Safe to repeat.
 * A database that a later version has expanded is left as it is, apart from the logins.
 */
export async function migrate({
  databaseUrl,
  roleUrls,
  directory = MIGRATIONS_DIRECTORY,
  contract = false,
  mostTries = MOST_TRIES,
  onConnected = () => undefined,
}: Migration): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'vezne-migrate' });
  const turn = new pg.Client({ connectionString: databaseUrl, application_name: 'vezne-migrate-turn' });
  // If the server drops it, the statement that runs says so; an event that nobody hears would end the process.
  client.on('error', () => {});
  await client.connect();
  onConnected(client);
  try {
    await waitForTurn(turn, onConnected);
    await client.query(SESSION_SETTINGS);
    const { applied: before, fit } = await readFit(client, directory);
    refuseOtherSchema(fit, before);
    const { apply, waiting } = plan(fit, { contract: contract || before.length === 0 });
    if (before.length > 0) await refuseOlderProcesses(client, apply);
    for (const name of apply) await applyMigration(client, { directory, name, mostTries });
    await client.query(SESSION_SETTINGS);
    // The queues of a database that is ahead are those of the later version.
    const ahead = fit.expansions;
    if (ahead.length === 0) await installJobQueues(client);
    for (const url of roleUrls) await giveLogin(client, url);
    const { rows } = await client.query<{ areOpen: boolean }>(LARGE_OBJECTS_SQL);
    const areLargeObjectsOpen = rows[0]?.areOpen ?? true;
    return { applied: apply, waiting, ahead, areLargeObjectsOpen };
  } finally {
    await client.end();
    await turn.end();
  }
}

async function readFit(client: pg.Client, directory: string): Promise<{ applied: string[]; fit: SchemaFit }> {
  const { rows } = await client.query<{ name: string }>(APPLIED_MIGRATIONS_SQL);
  const applied = rows.map(({ name }) => name);
  return { applied, fit: compareMigrations({ known: knownMigrations(directory), applied }) };
}

/** Migrations run in the order of their numbers. In another order nobody has tried them. */
function refuseOtherSchema(fit: SchemaFit, applied: readonly string[]): void {
  const firstPending = fit.missing[0] ?? fit.waiting[0];
  const isOutOfOrder =
    firstPending !== undefined && (fit.expansions.length > 0 || applied.some((name) => name > firstPending));
  if (fit.contractions.length > 0 || isOutOfOrder) throw new OtherSchemaError(fit);
}

function plan(
  { missing, waiting }: SchemaFit,
  { contract }: { contract: boolean },
): { apply: string[]; waiting: string[] } {
  if (contract) return { apply: [...missing, ...waiting], waiting: [] };
  const contractions = missing.filter(isContraction);
  if (contractions.length > 0) throw new ContractionFirstError(contractions);
  return { apply: missing, waiting };
}

/** A process knows the contractions up to its own number, and can do without what they take away. */
async function refuseOlderProcesses(client: pg.Client, apply: readonly string[]): Promise<void> {
  const contraction = apply.findLast(isContraction);
  if (contraction === undefined) return;
  const sessions = await readOlderProcesses(client, migrationNumber(contraction));
  if (sessions.length > 0) throw new OlderProcessesError(contraction, sessions);
}

/**
 * A second run waits for the first and then finds nothing to do, so all replicas may migrate when they start. The lock is held
 * until the connection ends, because two runs must not alter the same role at once either. It lets migrations be noted, and only
 * the owner of the table can take it: an advisory lock could be kept by any role.
 */
async function waitForTurn(turn: pg.Client, onConnected: (client: pg.Client) => void): Promise<void> {
  // As above.
  turn.on('error', () => {});
  await turn.connect();
  onConnected(turn);
  await turn.query('set idle_in_transaction_session_timeout = 0');
  await turn.query(CREATE_MIGRATIONS_TABLE).catch((error: unknown) => {
    // Another run has made it in the same moment.
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === undefined || !MADE_ELSEWHERE.has(code)) throw error;
  });
  // It asks again and again: whoever waits in the database keeps a snapshot, and an index that another run builds beside other work would
  // wait for the end of that.
  while (!(await takesTurn(turn))) await sleep(ASK_FOR_TURN_EVERY_MS);
}

const ASK_FOR_TURN_EVERY_MS = 200;

async function takesTurn(turn: pg.Client): Promise<boolean> {
  await turn.query('begin');
  try {
    await turn.query('lock table schema_migration in share update exclusive mode nowait');
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await turn.query('rollback');
    return false;
  }
}

/** What PostgreSQL says of a table that another session makes: of its row type, of the table, of its name. */
const MADE_ELSEWHERE = new Set(['42710', '42P07', '23505']);
