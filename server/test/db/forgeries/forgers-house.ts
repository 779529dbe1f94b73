import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { approveDeposit, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { PROCESS_ROLES } from '../../harness/database.ts';
import type { ProcessRole } from '../../harness/database.ts';
import { AYSE, cash, openDesk } from '../../harness/desk.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { askSql } from './honest-writes.ts';

/** Rows that the forgeries are about; all of them came about honestly. */
export interface House {
  pools: Readonly<Record<ProcessRole, pg.Pool>>;
  owner: pg.Pool;
  /** Of a partner that cancels it, and of a player who presses the button. */
  queued: string;
  open: string;
  /** One whose time is over, and one on a frozen account. */
  expired: string;
  onFrozen: string;
  frozen: string;
  enabled: string;
  /** Wait for a decision, and are decided. */
  waiting: string;
  approved: string;
  otherPartner: string;
  partner: string;
  /** Its money came, and is open. */
  refused: string;
  /** Open requests: one asked at each door. */
  requests: Readonly<Record<'vezne_console' | 'vezne_admin', string>>;
  columns: readonly string[];
}

export type Statement = (house: House) => string | readonly string[];
export type Subject = (house: House) => string;

/** What a role does honestly, which has to pass, and what is made of it to lie, which has to be refused by the rule. */
export interface Case {
  honest: Statement;
  of: Subject;
  forgeries: Readonly<Record<string, readonly [rule: string | RegExp, Statement]>>;
}

/** Refused by a policy of the role, or because it has no such right. */
export const NO_RIGHT = '42501';

export async function openForgersHouse(t: TestContext): Promise<House> {
  const desk = await openDesk(t);
  const { owner, database } = desk;
  const [frozen, other] = [await insertBankAccount(owner, { status: 'frozen' }), randomUUID()];
  const approved = await desk.deposit();
  await desk.decide(
    (fingerprint) =>
      approveDeposit({ transactionId: approved, fingerprint, actor: AYSE, actualCents: cash(1000) }),
    approved,
  );
  const refused = await desk.deposit();
  const moneySeen = { amountCents: cash(300), bankAccountId: desk.bankAccount.id };
  await desk.decide(
    (fingerprint) =>
      rejectDeposit({ transactionId: refused, fingerprint, actor: AYSE, reasonCode: 'duplicate', moneySeen }),
    refused,
  );
  const open = { status: 'waiting_payment' };
  const [expired, onFrozen] = [await desk.deposit(open), await desk.deposit(open)];
  await owner.query(`update transaction set expires_at = now() - interval '1 minute' where id = $1`, [
    expired,
  ]);
  await owner.query('update transaction set bank_account_id = $1 where id = $2', [frozen.id, onFrozen]);
  await owner.query(`insert into partner (id, name) values ($1, 'Another')`, [other]);
  const requests = { vezne_console: randomUUID(), vezne_admin: randomUUID() };
  for (const [id, kind] of [
    [requests.vezne_console, 'staff'],
    [requests.vezne_admin, 'command_line'],
  ] as const) {
    const subject = {
      subject_type: `'bank_account'`,
      asked_by_kind: `'${kind}'`,
      asked_at: `now() - interval '1 minute'`,
    };
    await owner.query(askSql(subject), [id]);
  }
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'transaction'::regclass and attnum > 0 and not attisdropped`,
  );
  return {
    pools: Object.fromEntries(PROCESS_ROLES.map((role) => [role, database.pool(role)])) as House['pools'],
    owner,
    queued: await desk.withdrawal(),
    open: await desk.deposit(open),
    expired,
    onFrozen,
    frozen: frozen.id,
    enabled: desk.bankAccount.id,
    waiting: await desk.deposit(),
    approved,
    otherPartner: other,
    partner: desk.partner.id,
    refused,
    requests,
    columns: rows.map(({ name }) => name),
  };
}
