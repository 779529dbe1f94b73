import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';

const PROCESS_ROLES = new Set(['vezne_api', 'vezne_console', 'vezne_portal', 'vezne_worker', 'vezne_admin']);

/** Lets a process role log in with the password of its address. Any other role is left as it is. */
export async function giveLogin(client: pg.Client, url: string): Promise<void> {
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

/** The api, the console and the portal have few statements. Each has one right plan, by an index, whatever the tables contain. */
const FEW_STATEMENTS = new Set(['vezne_api', 'vezne_console', 'vezne_portal']);

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
