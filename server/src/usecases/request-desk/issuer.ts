import type pg from 'pg';
import { openerOfSecret } from '@vezne/domain/made-by-request';
import type { CredentialContext } from '../admin-context.ts';
import type { ConfirmContext } from '../confirmation/prepared.ts';
import { refuseUnopenable } from '../keys/sealing.ts';

/** What the console seals new secrets with. It can't open those of partners: the database shows it none. */
export interface Sealing extends Pick<CredentialContext, 'sealedSecrets' | 'cell'> {
  /** Of the key that it seals with. */
  keyVersion: number;
}

/** For a request of this action. Checked before its transaction begins. */
export async function issuerFor(
  pool: pg.Pool,
  action: string,
  { keyVersion, ...issuer }: Sealing,
): Promise<ConfirmContext['issuer']> {
  const opener = openerOfSecret(action);
  if (opener === undefined) return noIssuer;
  await refuseUnopenable(pool, { version: keyVersion, role: `vezne_${opener}` });
  return () => issuer;
}

/** Nothing is made by what makes no secret, nor by whoever only looks. */
export const noIssuer: ConfirmContext['issuer'] = () => {
  throw new Error('No secret is made here.');
};
