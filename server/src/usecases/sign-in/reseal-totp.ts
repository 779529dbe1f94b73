import { listTotpOfOlderVersions } from '../../db/read/sign-in-factors.ts';
import { rewriteTotp } from '../../db/write/sign-in-factors.ts';
import type { SignInContext } from './context.ts';
import { transact } from './transact.ts';

/**
 * Seals the secrets of authenticator apps with the current key. Only older ones: a console that has an older key as its current one
 * must not take them back. `vezne keys reseal` can't: the command line reads none of them.
 */
export async function resealTotp(
  { pool, sealedSecrets }: Pick<SignInContext, 'pool' | 'sealedSecrets'>,
  version: number,
): Promise<void> {
  for (const { staffId, secretSealed: before } of await listTotpOfOlderVersions(pool, version)) {
    const { sealed: after, keyVersion } = await sealedSecrets.seal(await sealedSecrets.open(before));
    await transact(pool, async (trx) => await rewriteTotp(trx, { staffId, before, after, keyVersion }));
  }
}
