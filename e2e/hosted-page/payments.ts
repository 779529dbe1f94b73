import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import type { TestApi } from '../../server/test/harness/api.ts';
import { openDesk } from '../../server/test/harness/desk.ts';
import type { Desk } from '../../server/test/harness/desk.ts';
import { newPage } from '../../server/test/http/pay/pages.ts';
import { claimPorts } from '../../tools/ports/claim.ts';
import { startPartnerSite } from './partner-site.ts';
import type { PartnerSite } from './partner-site.ts';

/** An api process, with operators who decide and a partner's site that players return to. */
export interface Payments extends TestApi {
  desk: Desk;
  site: PartnerSite;
  /** Creates a deposit and returns the path of its page. */
  create(changes?: Record<string, unknown>): Promise<string>;
  /** The statuses that a partner reads in the history of a deposit. */
  steps(path: string): Promise<string[]>;
}

export async function openPayments(t: TestContext): Promise<Payments> {
  const desk = await openDesk(t);
  const { owner, database, partner } = desk;
  // Realistic names, because people look at the pictures.
  await owner.query(`update partner set name = 'Demo Shop'`);
  await owner.query(
    `update bank_account set holder_name = 'Vezne Demo Ödeme A.Ş.', iban = 'TR330006100519786457841326'`,
  );
  const port = String(await claimPorts());
  const url = `http://127.0.0.1:${port}`;
  await startApiProcess(t, database, { VEZNE_PORT: port, VEZNE_PUBLIC_URL: url });
  const site = await startPartnerSite(t);
  const api: TestApi = { url, owner, database, partner };
  return {
    ...api,
    desk,
    site,
    create: async (changes) => await newPage(api, { redirectUrl: site.returnUrl, ...changes }),
    async steps(path) {
      const { rows } = await owner.query<{ status: string }>(
        'select status from transaction_step where transaction_id = $1 order by step_no',
        [uuidOf(path)],
      );
      return rows.map(({ status }) => status);
    },
  };
}

export function uuidOf(path: string): string {
  return transactionIdOf(path).replace('txn_', '');
}

export function transactionIdOf(path: string): string {
  return path.split('/')[2] ?? assert.fail(path);
}
