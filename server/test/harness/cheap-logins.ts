import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Lets roles log in with the passwords that they have already, but hashed once instead of 4,096 times. Tests open thousands of connections,
 * and half of what one costs its client is this hash.
 */
export async function makeLoginsCheap(client: pg.Client, urls: readonly string[]): Promise<void> {
  for (const { username, password } of urls.map((url) => new URL(url))) {
    const role = client.escapeIdentifier(decodeURIComponent(username));
    const verifier = scramVerifier(decodeURIComponent(password));
    await client.query(`alter role ${role} password ${client.escapeLiteral(verifier)}`);
  }
}

/** As PostgreSQL stores a password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, 1, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$1:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
