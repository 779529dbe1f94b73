import { readAsPartner } from '../../db/partner-scope.ts';
import type { PartnerScope } from '../../db/partner-scope.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';

/** Somebody looks at a screen and waits. */
const TIMEOUT_MS = 5_000;

/** Reads what people of a partner look at. It is one moment of the database, and knows no other partner. */
export async function look<T>(
  { pool, readTurns }: PortalSignIn,
  { person: { partnerId } }: PortalSession,
  work: (scope: PartnerScope) => Promise<T>,
): Promise<T> {
  return await readTurns.run(
    partnerId,
    async () => await readAsPartner(pool, partnerId, work, { timeoutMs: TIMEOUT_MS }),
  );
}
