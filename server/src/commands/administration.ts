import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { readActor, readAdminConfig, readSecretKeys } from '../config.ts';
import type { AdminConfig } from '../config.ts';
import { createDatabase } from '../db/kysely.ts';
import { createPool } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import type { AdminContext, CredentialContext } from '../usecases/admin-context.ts';
import { AdminError } from '../usecases/admin-error.ts';
import { checkedText } from '../usecases/checked-text.ts';

/** Runs a reading command's work on the administration's database. */
export async function withDatabase(work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  await connected(readAdminConfig(), work);
}

/** Runs a changing command's work in the name of a person, whom the audit log will show. */
export async function asActor(
  options: { as?: string | undefined },
  work: (context: AdminContext) => Promise<void>,
): Promise<void> {
  const actor = actorOf(options.as);
  await connected(readAdminConfig(), async (db) => await work({ db, actor }));
}

/** The same for a command that makes credentials, which are sealed with a key from the configuration. */
export async function asIssuer(
  options: { as?: string | undefined },
  work: (context: CredentialContext) => Promise<void>,
): Promise<void> {
  const { cell } = readAdminConfig();
  const sealedSecrets = createSealedSecrets(readSecretKeys());
  await asActor(options, async (context) => await work({ ...context, sealedSecrets, cell }));
}

/** As long as the audit log's column. */
const ACTOR_MAX_LENGTH = 128;

function actorOf(named: string | undefined): string {
  const actor = named ?? readActor();
  if (actor === undefined) {
    throw new AdminError(
      'The audit log needs the name of the person who does this. Add --as NAME, or set VEZNE_ACTOR.',
    );
  }
  return checkedText('The name for the audit log', actor, { maxLength: ACTOR_MAX_LENGTH });
}

async function connected(
  { databaseUrl }: AdminConfig,
  work: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const pool = createPool({
    url: databaseUrl,
    // A command does one thing after the other.
    maxConnections: 1,
    applicationName: 'vezne-admin',
    // A lost connection is told by the command itself; a log line would spoil its output.
    log: pino({ level: 'silent' }),
  });
  const db = createDatabase(pool);
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
