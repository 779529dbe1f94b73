import { join } from 'node:path';
import { sign } from '../../server/test/harness/client.ts';
import type { RawRequest } from '../../server/test/harness/client.ts';
import { depositBody, insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';
import { install } from '../installation.ts';
import type { Installation } from '../installation.ts';
import type { LoadOptions } from '../load/load.ts';
import { runWrks, writeWrkRequests } from '../load/wrk.ts';
import type { WrkRun, WrkTarget } from '../load/wrk.ts';

/** Deposits created over HTTP: the service, the requests, and the check of what they left. */
export interface Creates {
  installation: Installation;
  partnerId: string;
  bankAccountId: string;
  /** Empty tables, and requests that were never sent. */
  reset: () => Promise<void>;
  send: (load: LoadOptions) => Promise<WrkRun>;
  /** Every success left a deposit with its first step, and there is nothing else. */
  verify: (side: string, succeeded: number) => Promise<void>;
}

export interface CreatesOptions {
  processes: number;
  nodeFlags: readonly string[];
  settings?: Readonly<Record<string, string>>;
  /** The number of requests for each process. */
  requests: number;
  afterTheLast: WrkTarget['afterTheLast'];
}

export async function startCreates(
  disposal: AsyncDisposableStack,
  options: CreatesOptions,
): Promise<Creates> {
  let partner: TestPartner | undefined;
  let bankAccountId = '';
  const installation = await install(disposal, {
    ...options,
    async prepare(owner) {
      partner = await insertPartner(owner, { requestsPerSecond: null });
      bankAccountId = (await insertBankAccount(owner)).id;
    },
  });
  if (!partner) throw new Error('The partner was not made.');
  const sender = partner;
  const targets = installation.apiUrls.map((url, index) => ({
    url,
    requestFile: join(installation.directory, `deposits-${index}.bin`),
    afterTheLast: options.afterTheLast,
  }));
  return {
    installation,
    partnerId: sender.id,
    bankAccountId,
    async reset() {
      await emptyTables(installation);
      // Signed again for every slice: a signature is valid for only five minutes.
      for (const { url, requestFile } of targets) {
        const prefix = new URL(url).port;
        await writeWrkRequests(requestFile, signedDeposits(sender, { prefix, count: options.requests }));
      }
    },
    send: async (load) => await runWrks(targets, load),
    verify: async (side, succeeded) => await holdAgainstRows(installation, side, succeeded),
  };
}

export async function emptyTables({ owner }: Installation): Promise<void> {
  await owner.query('truncate transaction, open_transaction, player cascade');
  await owner.query('checkpoint');
}

function signedDeposits(
  partner: TestPartner,
  { prefix, count }: { prefix: string; count: number },
): RawRequest[] {
  return Array.from({ length: count }, (_, index) =>
    sign(partner, {
      path: '/v1/deposits',
      body: depositBody({
        externalReference: `order-${prefix}-${index}`,
        customer: { id: `player-${prefix}-${index}`, username: 'ayse', fullName: 'Ayşe Işık' },
      }),
    }),
  );
}

async function holdAgainstRows({ owner }: Installation, side: string, succeeded: number): Promise<void> {
  const { rows } = await owner.query<{ deposits: string; steps: string }>(
    'select (select count(*) from transaction) as deposits, (select count(*) from transaction_step) as steps',
  );
  const deposits = Number(rows[0]?.deposits);
  const steps = Number(rows[0]?.steps);
  if (deposits !== succeeded || steps !== succeeded) {
    throw new Error(`${side}: ${succeeded} successes, but ${deposits} deposits and ${steps} first steps.`);
  }
}
