import { commandLineActor } from '@vezne/domain/actor';
import type { ReasonCode, TransactionStatus } from '@vezne/domain/transaction-state';
import type pg from 'pg';
import { createDatabase } from '../../../src/db/kysely.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import type { TestApi } from '../../harness/api.ts';
import { post, send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { depositBody, insertBankAccount } from '../../harness/factories.ts';

export async function get(
  { url }: TestApi,
  path: string,
  language?: string,
  cookie?: string,
): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(language === undefined ? {} : { 'accept-language': language }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  return await send(url, { method: 'GET', path, headers });
}

/** What the browser keeps of an answer and sends along with the next request. */
export function cookieOf({ headers }: Answer): string | undefined {
  return headers['set-cookie']?.[0]?.split(';', 1)[0];
}

/** A text of the page as it is shown: its blanks filled in, and escaped. */
export function shownText(text: string, blanks: Readonly<Record<string, string>>): string {
  return escaped(text.replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank));
}

/** Sends what the "sent" button sends. */
export async function press({ url }: TestApi, path: string): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
  return await send(url, { method: 'POST', path: `${path}/sent`, headers });
}

/** Creates a deposit and returns the path of its page, `/pay/{id}/{token}`. */
export async function newPage(
  { url, partner }: TestApi,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const { hostedUrl } = assertCreated(await post(url, partner, '/v1/deposits', depositBody(changes)));
  return new URL(String(hostedUrl)).pathname;
}

/** Puts all deposits into a state. */
export async function setStatus(
  owner: pg.Pool,
  status: TransactionStatus,
  reasonCode: ReasonCode = 'no_money_seen',
): Promise<void> {
  const isRejected = status === 'rejected';
  await owner.query(
    `update transaction set status = $1, reason_code = $2,
       decided_at = case when $1 in ('approved', 'rejected') then now() end,
       commission_cents = case when $3 then 0 else commission_cents end,
       net_amount_cents = case when $3 then 0 else net_amount_cents end,
       player_amount_cents = case when $3 then 0 else player_amount_cents end,
       balance_impact_cents = case when $3 then 0 else balance_impact_cents end`,
    [status, isRejected ? reasonCode : null, isRejected],
  );
}

/** The bank freezes the account that the current deposits show. */
export async function freeze({ database, owner }: TestApi): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'select distinct bank_account_id as id from transaction where bank_account_id is not null',
  );
  const context = { db: createDatabase(database.pool('vezne_admin')), actor: commandLineActor('ayse') };
  for (const { id } of rows) await freezeBankAccount(context, id);
}

/** The same while there is another account. Returns that account's IBAN. */
export async function freezeAndMove(api: TestApi): Promise<string> {
  const { iban } = await insertBankAccount(api.owner);
  await freeze(api);
  return iban;
}

/** Every row that deposits have in any table, as text. */
export async function everything(owner: pg.Pool): Promise<unknown> {
  const { rows } = await owner.query(
    `select (select jsonb_agg(to_jsonb(t) order by id) from transaction t)::text as transactions,
            (select jsonb_agg(to_jsonb(s) order by transaction_id, step_no) from transaction_step s)::text as steps,
            (select jsonb_agg(to_jsonb(d) order by transaction_id) from sender_detail d)::text as senders,
            (select jsonb_agg(to_jsonb(r) - 'content' order by transaction_id, receipt_no) from receipt r)::text as receipts,
            (select count(*) from event) as events`,
  );
  return rows;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
