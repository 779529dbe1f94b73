import assert from 'node:assert/strict';
import { commandLineActor } from '@vezne/domain/actor';
import { createDatabase } from '../../server/src/db/kysely.ts';
import type { AdminContext } from '../../server/src/usecases/admin-context.ts';
import { freezeBankAccount } from '../../server/src/usecases/bank-accounts/freeze.ts';
import { post } from '../../server/test/harness/client.ts';
import { assertCreated, until } from '../../server/test/harness/expectations.ts';
import { depositBody, insertBankAccount, turkishIban } from '../../server/test/harness/factories.ts';
import { transactionIdOf, uuidOf } from './payments.ts';
import type { Payments } from './payments.ts';

export interface AccountNames {
  bankName: string;
  holderName: string;
}

const USUAL_NAMES: AccountNames = { bankName: 'Garanti BBVA', holderName: 'Vezne Demo Ödeme A.Ş.' };
/** Far enough apart that a reader sees the difference at a glance. */
const FIRST_ACCOUNT_NUMBER = 841_020_776_450_913;
const ACCOUNT_NUMBER_STEP = 12_907_116_532_008;
/** A process reads its bank accounts twice a second. */
const KNOWN_WITHIN_MS = 5_000;

export function adminOf({ database }: Pick<Payments, 'database'>): AdminContext {
  return { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
}

/** A bank freezes the account that the page shows, and there is another one. All deposits use that one from now on. */
export async function moveAccount(payments: Payments, path: string, names = USUAL_NAMES): Promise<void> {
  const next = await insertAccount(payments, names);
  const { depositsLeft } = await freezeBankAccount(adminOf(payments), await ibanOf(payments, path));
  assert.equal(depositsLeft, 0);
  await untilNewDepositsGet(payments, next);
}

/**
 * A bank freezes the account that the page shows, and there is no other. A later account serves new deposits, but this page
 * keeps waiting: no worker runs that would move it.
 */
export async function freezeLastAccount(payments: Payments, path: string): Promise<void> {
  const { depositsMoved } = await freezeBankAccount(adminOf(payments), await ibanOf(payments, path));
  assert.equal(depositsMoved, 0);
  await untilNewDepositsGet(payments, await insertAccount(payments, USUAL_NAMES));
}

async function insertAccount({ owner }: Payments, { bankName, holderName }: AccountNames): Promise<string> {
  const { rowCount } = await owner.query('select from bank_account');
  const iban = turkishIban(FIRST_ACCOUNT_NUMBER + (rowCount ?? 0) * ACCOUNT_NUMBER_STEP);
  const { id } = await insertBankAccount(owner);
  await owner.query('update bank_account set iban = $2, bank_name = $3, holder_name = $4 where id = $1', [
    id,
    iban,
    bankName,
    holderName,
  ]);
  return iban;
}

/** The account that a deposit shows now. */
export async function ibanOf({ owner }: Payments, path: string): Promise<string> {
  const { rows } = await owner.query<{ iban: string }>(
    'select iban from bank_account b join transaction t on t.bank_account_id = b.id where t.id = $1',
    [uuidOf(path)],
  );
  return rows[0]?.iban ?? assert.fail(transactionIdOf(path));
}

/** Until then, a new deposit may still get the frozen account, or be refused because there is none. */
async function untilNewDepositsGet(payments: Payments, iban: string): Promise<void> {
  const give = async (): Promise<string | undefined> => {
    const answer = await post(payments.url, payments.partner, '/v1/deposits', depositBody());
    if (answer.status !== 201) return undefined;
    const { hostedUrl } = assertCreated(answer);
    return await ibanOf(payments, new URL(String(hostedUrl)).pathname);
  };
  await until(give, (given) => given === iban, KNOWN_WITHIN_MS);
}
