import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import { writeAsPartner } from '../../db/partner-scope.ts';
import { openLook as writeOpening } from '../../db/write/partners/partner-look.ts';
import { newToken, tokenHashOf } from '../../keys/session-tokens.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import type { PortalSignIn } from './signed-in.ts';

const TIMEOUT_MS = 5_000;

/**
 * Somebody of ours comes with the link that the console gave them. The database says who it is, and writes `partner.open_look` into the audit
 * log. Returns what the browser is known by from now on.
 */
export async function openLook(
  context: PortalSignIn,
  { token, replaced, caller }: { token: string; replaced: string | undefined; caller: Caller },
): Promise<string> {
  const session = newToken();
  const opening = {
    tokenHash: tokenHashOf(token),
    sessionHash: session.tokenHash,
    address: caller.address,
    replaced: replaced === undefined ? undefined : tokenHashOf(replaced),
  };
  const isOpened = await writeAsPartner(
    context.pool,
    undefined,
    async (client) => await writeOpening(client, opening),
    { timeoutMs: TIMEOUT_MS },
  ).catch((error: unknown) => {
    if (isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether the link was used.', { cause: error });
  });
  if (!isOpened) throw refused('enrolment_invalid');
  return session.token;
}
