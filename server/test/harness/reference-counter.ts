import type pg from 'pg';
import type { NewTransaction } from '../../src/db/write/transactions/transactions.ts';

/** Codes that were given are given again, as after a failover that lost who had them: the counter and the sequence go back to this block. */
export async function takeCounterBack(owner: pg.Pool, block: number): Promise<void> {
  await owner.query('alter table reference_code_counter disable trigger reference_code_counter_forward');
  await owner.query('update reference_code_counter set next_block = $1', [block]);
  await owner.query('alter table reference_code_counter enable trigger reference_code_counter_forward');
  await owner.query(`select setval('reference_code_block', $1, false)`, [block]);
}

export async function allowBlocks(owner: pg.Pool, isAllowed: boolean): Promise<void> {
  await owner.query(
    isAllowed
      ? 'grant execute on function take_reference_block() to vezne_api'
      : 'revoke execute on function take_reference_block() from vezne_api',
  );
}

/** The codes of deposits as they are stored, by the partner's reference. */
export async function storedCodes(owner: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await owner.query<Pick<NewTransaction, 'externalReference'> & { code: string }>(
    `select external_reference as "externalReference", reference_code as code from transaction where type = 'deposit'`,
  );
  return new Map(rows.map(({ externalReference, code }) => [externalReference, code]));
}
