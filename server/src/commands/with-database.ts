import type { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { isPersonName } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { foldName } from '@vezne/domain/names';
import { systemClock } from '../clock.ts';
import { readConsoleUrl, readPortalUrl } from '../config/addresses.ts';
import { readActor, readAdminConfig, readChosenActor, readStatusConfig } from '../config/command-line.ts';
import { hasSecretKeys, readSecretKeys } from '../config/keys.ts';
import type { AdminConfig } from '../config/command-line.ts';
import type { VersionedKeys } from '../config/keys.ts';
import { NotSentError, isConnectionLost, isHeldUp } from '../db/errors.ts';
import { createDatabase } from '../db/kysely.ts';
import { LOCK_TIMEOUT_OF_PEOPLE_MS, createPool } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { mayHaveSentCommit, mayHaveWritten } from '../db/statement.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { checkSealingKeys } from '../processes/check-keys.ts';
import { checkSchema } from '../processes/schema-watch.ts';
import { startTracing } from '../tracing/start.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { AdminContext, CredentialContext } from '../usecases/admin-context.ts';
import type { ResealContext } from '../usecases/keys/reseal.ts';
import { checkedText } from '../usecases/checked-text.ts';
import { refused } from '../usecases/refusal.ts';
import { personAtCommandLine } from '../usecases/staff/at-command-line.ts';
import type { PortalLinkContext } from '../usecases/partner-people/portal-links.ts';
import type { StaffContext } from '../usecases/staff/context.ts';
import { createRetryUntilSettled } from '../db/retry-until-settled.ts';
import type { RetryUntilSettled } from '../db/retry-until-settled.ts';
import { runningVersion } from '../version.ts';
import { CommandError } from './command-error.ts';
import { AfterWriteError, LostBeforeWriteError } from './database-problem.ts';
import { tellUnconfirmed } from './tell-unconfirmed.ts';
import { checkedNote } from './transaction-options.ts';

/** Runs the work of a command that only reads, on the administration's database. */
export async function withDatabase(work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  await connected(readAdminConfig(), async ({ db }) => await work(db));
}

/** Where transactions and the books are read and decided on. */
export interface Books {
  db: Kysely<Database>;
  pool: pg.Pool;
}

/** What a decision also needs: who decides, and how to find the outcome when an answer is lost. */
export interface DecidingBooks extends Books {
  actor: Person;
  retry: RetryUntilSettled;
  log: Logger;
  tracing?: Tracing | undefined;
}

/** The same for a command that reads transactions or the books. */
export async function withBooks(work: (books: Books) => Promise<void>): Promise<void> {
  await connected(readAdminConfig(), work);
}

/** The same for a command that reads how the service is, which a worker may do too. */
export async function withStatusReader(
  work: (context: Books & Pick<AdminConfig, 'expectedStandbys'>) => Promise<void>,
): Promise<void> {
  const config = readStatusConfig();
  const { expectedStandbys } = config;
  // Also while no standby confirms anything: that is when somebody looks.
  await connected(config, async (books) => await work({ ...books, expectedStandbys }), {
    mayBeUnproven: true,
  });
}

/** One for the decision, and one to look up its outcome when its answer is lost. */
const DECIDING_CONNECTIONS = 2;

/** How long we look for the outcome of a lost answer while the person waits. */
const KNOWN_WITHIN_MS = 15_000;

/** The command itself reports problems. A log line would spoil its output. */
const SILENT = pino({ level: 'silent' });

/** Runs a decision under a person's name, which the history and the audit log show. */
export async function asDecider(
  options: { as?: string | undefined },
  work: (books: DecidingBooks) => Promise<void>,
): Promise<void> {
  const name = nameOf(options.as);
  const retry = createRetryUntilSettled({
    clock: systemClock,
    log: SILENT,
    boundMs: KNOWN_WITHIN_MS,
    isForPeople: true,
  });
  const config = readAdminConfig();
  await connected(
    config,
    async (books) => {
      const actor = await personAtCommandLine(books.db, name);
      await traced(config, async (tracing) => await work({ ...books, actor, retry, log: SILENT, tracing }));
    },
    // It gives up by itself, and says then what is known and how to go on.
    { maxConnections: DECIDING_CONNECTIONS, waitsForStandby: false },
  );
}

/** What a command decides is in the transaction's trace too. A receiver that is away keeps the person for two seconds at most. */
async function traced(
  { otlpEndpoint: endpoint }: AdminConfig,
  work: (tracing: Tracing | undefined) => Promise<void>,
): Promise<void> {
  const version = runningVersion();
  const tracing = await startTracing({ endpoint, name: 'command-line', version, log: SILENT });
  try {
    await work(tracing);
  } finally {
    await tracing?.stop();
  }
}

/** Runs the work of a command that changes something, under a person's name, which the audit log shows. */
export async function asActor(
  options: { as?: string | undefined; note?: string | undefined },
  work: (context: AdminContext) => Promise<void>,
): Promise<void> {
  const name = nameOf(options.as);
  const note = checkedNote(options.note);
  await connected(readAdminConfig(), async ({ db }) => {
    await work({ db, actor: await personAtCommandLine(db, name), note });
  });
}

/** The same for a change that has statements of its own beside its transaction. */
export async function asActorWithBooks(
  options: { as?: string | undefined },
  work: (context: AdminContext & Books) => Promise<void>,
): Promise<void> {
  const name = nameOf(options.as);
  await connected(readAdminConfig(), async (books) => {
    await work({ ...books, actor: await personAtCommandLine(books.db, name) });
  });
}

/** The same for a command that works without a name too, and then writes nothing. */
export async function withOptionalActor(
  options: { as?: string | undefined },
  work: (context: { db: Kysely<Database>; actor: Person | undefined }) => Promise<void>,
): Promise<void> {
  const isNamed = options.as !== undefined || readChosenActor() !== undefined;
  const name = isNamed ? nameOf(options.as) : undefined;
  await connected(readAdminConfig(), async ({ db }) => {
    await work({ db, actor: name === undefined ? undefined : await personAtCommandLine(db, name) });
  });
}

/** The same for a command that makes credentials. They are sealed with a key from the configuration. */
export async function asIssuer(
  options: { as?: string | undefined; note?: string | undefined },
  work: (context: CredentialContext) => Promise<void>,
): Promise<void> {
  await asKeyHolder(options, async (context) => await work({ ...context, ...readIssuer() }));
}

/** The same for a command that works with the keys themselves. */
export async function asKeyHolder(
  options: { as?: string | undefined; note?: string | undefined },
  work: (context: ResealContext) => Promise<void>,
): Promise<void> {
  const secretKeys = readSecretKeys();
  const name = nameOf(options.as);
  const note = checkedNote(options.note);
  await connected(
    readAdminConfig(),
    async (books) =>
      await work({ ...books, actor: await personAtCommandLine(books.db, name), note, secretKeys }),
    { secretKeys },
  );
}

/** The same for a command that makes a link to the console. */
export async function asEnroller(
  options: { as?: string | undefined; note?: string | undefined },
  work: (context: StaffContext) => Promise<void>,
): Promise<void> {
  const consoleUrl = readConsoleUrl();
  await asActor(options, async (context) => await work({ ...context, consoleUrl }));
}

/** The same for a command that makes a link to the portal. */
export async function asInviter(
  options: { as?: string | undefined; note?: string | undefined },
  work: (context: PortalLinkContext) => Promise<void>,
): Promise<void> {
  const portalUrl = readPortalUrl();
  await asActor(options, async (context) => await work({ ...context, portalUrl }));
}

type Issuer = Pick<CredentialContext, 'sealedSecrets' | 'cell'>;

/** What new credentials are made with. Read when one is made: a preview needs no keys. */
export function readIssuer(): Issuer {
  return { cell: readAdminConfig().cell, sealedSecrets: createSealedSecrets(readSecretKeys()) };
}

/**
 * The same for a confirmation, which may turn out to make credentials. The keys are checked before its transaction begins, and a
 * problem is told only if they are needed: a payout must not wait for a key.
 */
export async function checkedIssuer({ pool }: Pick<Books, 'pool'>): Promise<() => Issuer> {
  if (!hasSecretKeys()) return readIssuer;
  const [checked] = await Promise.allSettled([checkGivenKeys(pool)]);
  return () => {
    if (checked.status === 'rejected') throw checked.reason;
    return readIssuer();
  };
}

async function checkGivenKeys(pool: pg.Pool): Promise<void> {
  await checkSealingKeys(pool, readSecretKeys());
}

/** For a command that writes only sometimes: who does it is asked when it is needed. */
export async function personNamed(
  { db }: Pick<Books, 'db'>,
  options: { as?: string | undefined },
): Promise<Person> {
  return await personAtCommandLine(db, nameOf(options.as));
}

/** The length of the audit log's column. */
const ACTOR_MAX_LENGTH = 128;

/** Who the person says to be. The database knows whether there is such a person. */
function nameOf(named: string | undefined): string {
  const name = named ?? readActor();
  if (name === undefined) {
    throw new CommandError(
      'The audit log needs the name of the person who does this. Add --as NAME, or set VEZNE_ACTOR.',
    );
  }
  const checked = checkedText('actor_name', name, { maxLength: ACTOR_MAX_LENGTH });
  if (!isPersonName(checked)) throw refused('actor_name_letters', { name: checked });
  // Signs alone can't be told apart: "--" and "- -" would be two people.
  if (foldName(checked) === '') throw refused('text_empty', { field: 'actor_name' });
  return checked;
}

async function connected(
  { databaseUrl, expectedStandbys }: AdminConfig,
  work: (books: Books) => Promise<void>,
  // A command does one thing at a time.
  {
    maxConnections = 1,
    secretKeys,
    mayBeUnproven = false,
    waitsForStandby = true,
  }: {
    maxConnections?: number;
    secretKeys?: VersionedKeys | undefined;
    mayBeUnproven?: boolean;
    /** As long as there is none. */
    waitsForStandby?: boolean;
  } = {},
): Promise<void> {
  const pool = createPool({
    url: databaseUrl,
    maxConnections,
    applicationName: 'vezne-admin',
    log: SILENT,
    lockTimeoutMs: LOCK_TIMEOUT_OF_PEOPLE_MS,
    expectedStandbys,
    mayBeUnproven,
  });
  const db = createDatabase(pool);
  const unconfirmed = waitsForStandby ? tellUnconfirmed(databaseUrl) : undefined;
  pool.on('connect', (client) => unconfirmed?.follow(client));
  try {
    await checkSchema(pool);
    if (secretKeys !== undefined) await checkSealingKeys(pool, secretKeys);
    await work({ db, pool });
  } catch (error) {
    throw asKnown(error, pool);
  } finally {
    await unconfirmed?.stop();
    await db.destroy();
    // Kysely ends the pool only if it ran a query. Idle connections would keep the process alive for ten seconds.
    if (!pool.ending) await pool.end();
  }
}

/** With what the pool remembers: a connection that is lost says nothing of what was sent on it. */
function asKnown(error: unknown, pool: pg.Pool): unknown {
  if (error instanceof NotSentError || isHeldUp(error))
    return mayHaveWritten(pool) ? new AfterWriteError(error) : error;
  return isConnectionLost(error) && !mayHaveSentCommit(pool) ? new LostBeforeWriteError(error) : error;
}
