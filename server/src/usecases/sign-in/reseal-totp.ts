import type { SignInContext } from './context.ts';
import { transact } from './transact.ts';

/**
 * Seals the secrets of authenticator apps with the current key. Only older ones: a process that has an older key as its current one
 * must not take them back. `vezne keys reseal` can't: the command line reads none of them.
 */
export async function resealTotp(
  { store, sealedSecrets }: Pick<SignInContext, 'store' | 'sealedSecrets'>,
  version: number,
): Promise<void> {
  for (const person of await store.listOlderTotps(version)) {
    const totp = await store.findTotp(person);
    // It was removed meanwhile.
    if (totp === undefined) continue;
    const before = totp.secretSealed;
    const { sealed: after, keyVersion } = await sealedSecrets.seal(await sealedSecrets.open(before));
    await transact(
      { store },
      person,
      async (writes) => await writes.rewriteTotp({ person, before, after, keyVersion }),
    );
  }
}
