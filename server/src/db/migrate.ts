import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { installJobQueues } from './install-job-queues.ts';
import { MIGRATIONS_DIRECTORY, compareMigrations, knownMigrations } from './migration-names.ts';
import type { SchemaFit } from './migration-names.ts';
import { APPLIED_MIGRATIONS_SQL } from './read/schema-migrations.ts';

/** A migration that cannot get its lock gives up; otherwise every other statement would wait behind it. */
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

export interface MigrationResult {
  applied: string[];
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

/**
 * Brings the schema up to date and gives each process role its login, with the password from its address. Safe to repeat.
 * A database that a later version has expanded is left as it is, apart from the logins.
 */
export async function migrate({
  databaseUrl,
  roleUrls,
  directory = MIGRATIONS_DIRECTORY,
}: {
  databaseUrl: string;
  roleUrls: readonly string[];
  directory?: string;
}): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'vezne-migrate' });
  const turn = new pg.Client({ connectionString: databaseUrl, application_name: 'vezne-migrate-turn' });
  await client.connect();
  try {
    await waitForTurn(turn);
    await client.query(SESSION_SETTINGS);
    const { expansions: ahead } = await refuseOtherSchema(client, directory);
    const applied = await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      migrationsTable: 'schema_migration',
      singleTransaction: false,
      checkOrder: true,
      noLock: true,
      log: () => undefined,
    });
    // The queues of a database that is ahead are those of the later version.
    if (ahead.length === 0) await installJobQueues(client);
    for (const url of roleUrls) await giveLogin(client, url);
    const { rows } = await client.query<{ areOpen: boolean }>(LARGE_OBJECTS_SQL);
    const areLargeObjectsOpen = rows[0]?.areOpen ?? true;
    return { applied: applied.map(({ name }) => name), ahead, areLargeObjectsOpen };
  } finally {
    await client.end();
    await turn.end();
  }
}

/** Migrations run in the order of their numbers. In another order nobody has tried them. */
async function refuseOtherSchema(client: pg.Client, directory: string): Promise<SchemaFit> {
  const { rows } = await client.query<{ name: string }>(APPLIED_MIGRATIONS_SQL);
  const applied = rows.map(({ name }) => name);
  const fit = compareMigrations({ known: knownMigrations(directory), applied });
  const [firstMissing] = fit.missing;
  const isOutOfOrder =
    firstMissing !== undefined && (fit.expansions.length > 0 || applied.some((name) => name > firstMissing));
  if (fit.contractions.length > 0 || isOutOfOrder) throw new OtherSchemaError(fit);
  return fit;
}

/**
 * A second run waits for the first and then finds nothing to do, so all replicas may migrate when they start. The lock is held
 * until the connection ends, because two runs must not alter the same role at once either. It lets migrations be noted, and only
 * the owner of the table can take it: an advisory lock could be kept by any role.
 */
async function waitForTurn(turn: pg.Client): Promise<void> {
  // If the server drops it, the next statement says so; an event that nobody hears would end the process.
  turn.on('error', () => {});
  await turn.connect();
  await turn.query('set idle_in_transaction_session_timeout = 0');
  await turn.query(CREATE_MIGRATIONS_TABLE).catch((error: unknown) => {
    // Another run has made it in the same moment.
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === undefined || !MADE_ELSEWHERE.has(code)) throw error;
  });
  await turn.query('begin');
  await turn.query('lock table schema_migration in share update exclusive mode');
}

/** What PostgreSQL says of a table that another session makes: of its row type, of the table, of its name. */
const MADE_ELSEWHERE = new Set(['42710', '42P07', '23505']);

const PROCESS_ROLES = new Set(['vezne_api', 'vezne_console', 'vezne_portal', 'vezne_worker', 'vezne_admin']);

async function giveLogin(client: pg.Client, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const role = decodeURIComponent(username);
  if (!PROCESS_ROLES.has(role) || password === '') return;
  const verifier = scramVerifier(decodeURIComponent(password));
  await client.query(
    `alter role ${client.escapeIdentifier(role)} login password ${client.escapeLiteral(verifier)}`,
  );
  // A process that forgets an open transaction must not hold locks and old row versions for long.
  await client.query(
    `alter role ${client.escapeIdentifier(role)} set idle_in_transaction_session_timeout = '5s'`,
  );
  if (!FEW_STATEMENTS.has(role)) return;
  for (const [setting, value] of PLANNING) {
    await client.query(`alter role ${client.escapeIdentifier(role)} set ${setting} = ${value}`);
  }
}

/** The api and the console have few statements. Each has one right plan, by an index, whatever the tables contain. */
const FEW_STATEMENTS = new Set(['vezne_api', 'vezne_console']);

const PLANNING = [
  // By default PostgreSQL plans a page of a list again every time, because it assumes a large page size. That was half of
  // the cost of a page.
  ['plan_cache_mode', 'force_generic_plan'],
  // A plan made while a table is nearly empty reads the whole table, and is kept while the table grows. We saw this for a
  // create whose plan was made right after a vacuum of the empty table.
  ['enable_seqscan', 'off'],
  // Statements of a millisecond are never worth compiling. The setting above would make some look expensive enough.
  ['jit', 'off'],
] as const;

const SCRAM_ITERATIONS = 4096;

/** The form in which PostgreSQL stores a password. It is made here, so the password itself is in no server log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
