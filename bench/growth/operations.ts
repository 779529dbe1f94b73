import { findBalance } from '../../server/src/db/read/ledger/balances.ts';
import { readMarks } from '../../server/src/db/read/ledger/checkpoints.ts';
import type { LedgerCheckpoint } from '../../server/src/db/read/ledger/checkpoints.ts';
import { inLedgerSnapshot, readCheckpoint } from '../../server/src/db/read/ledger/snapshot.ts';
import { findPage } from '../../server/src/db/read/transactions/transaction-pages.ts';
import {
  findViewsById,
  findViewsByReference,
} from '../../server/src/db/read/transactions/transaction-views.ts';
import { readUndelivered } from '../../server/src/db/read/webhooks/undelivered-events.ts';
import { findWaitingIds } from '../../server/src/db/read/transactions/waiting-transactions.ts';
import { reSum } from '../../server/src/usecases/ledger/re-sum.ts';
import { openApprovals } from './approvals.ts';
import { drawn, openCreates } from './creates.ts';
import type { References } from './creates.ts';
import type { Subject } from './subject.ts';

const OPTIONS = { timeoutMs: 600_000 };
const PAGE = 50;
/** As many as a worker takes of an endpoint at a time. */
const ROOM = 64;
/** An endpoint that lags a little, not one that reads the oldest events. */
const BEHIND = 500;

/** It takes seconds, and reads all that the run has written so far: later ones would take longer. */
const VERIFICATIONS = 2;

/** So many operations, of which only the work is measured: what it needs is made before. */
export type MakeWork = (count: number) => Promise<() => Promise<void>>;

export interface Operation {
  name: OperationName;
  /** Writes are measured right after a checkpoint and later in its cycle. */
  isWrite: boolean;
  /** How many make a slice. */
  count: number;
  /** In how many rounds it is measured, if not in all. */
  mostRounds?: number;
  make: MakeWork;
}

export const OPERATION_NAMES = [
  'create-in-sequence',
  'create-random',
  'approve',
  'by-id',
  'by-reference',
  'newest',
  'queue',
  'balance',
  'webhooks',
  'verify',
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export const OPERATION_TITLES: Readonly<Record<OperationName, string>> = {
  'create-in-sequence': 'create, references in sequence',
  'create-random': 'create, random references',
  approve: 'approve',
  'by-id': 'look up by id',
  'by-reference': 'look up by reference',
  newest: `newest page of ${PAGE}`,
  queue: `queue page of ${PAGE}`,
  balance: 'balance',
  webhooks: `read ${ROOM} events for a webhook`,
  verify: 'verification that goes on',
};

/** The operations on one database. */
export async function operationsOn(subject: Subject): Promise<Operation[]> {
  const creates = openCreates(subject);
  const approvals = openApprovals(subject, creates);
  const base = await checkpointNow(subject);
  const create =
    (references: References): MakeWork =>
    async (count) => {
      const batches = await creates.make(count, references);
      return async () => {
        for (const batch of batches) await creates.insert(batch);
      };
    };
  const { api, console, worker, known, endpoints } = subject;
  return [
    write('create-in-sequence', 2_048, create('in-sequence')),
    write('create-random', 2_048, create('random')),
    write('approve', 1_024, async (count) => {
      const batches = await approvals.make(count);
      return async () => {
        for (const batch of batches) await approvals.decide(batch);
      };
    }),
    read('by-id', 2_000, async () => {
      const [found] = await findViewsById(api, [drawn(known)], OPTIONS);
      if (!found) throw new Error('A transaction was not found.');
    }),
    read('by-reference', 2_000, async () => {
      const [found] = await findViewsByReference(api, [drawn(known)], OPTIONS);
      if (!found?.length) throw new Error('A reference was not found.');
    }),
    read('newest', 500, async () => {
      await findPage(api, drawn(known).partnerId, { limit: PAGE }, OPTIONS);
    }),
    read('queue', 500, async () => {
      await findWaitingIds(console, { type: 'deposit', limit: PAGE }, OPTIONS);
    }),
    read('balance', 200, async () => {
      await findBalance(api, drawn(known).partnerId, OPTIONS);
    }),
    read('webhooks', 200, async () => {
      const { id, lastFeedNo } = drawn(endpoints);
      const from = { endpointId: id, aboveFeedNo: Math.max(0, lastFeedNo - BEHIND), room: ROOM };
      await readUndelivered(worker, [from], OPTIONS);
    }),
    {
      ...read('verify', 1, async () => {
        const { rules } = await reSum(worker, { since: base });
        const broken = rules.filter(({ differences }) => differences.length > 0);
        if (broken.length > 0) throw new Error(`The books are not intact: ${JSON.stringify(broken)}`);
      }),
      mostRounds: VERIFICATIONS,
    },
  ];
}

/**
 * Enough that a page which all of them write, such as the end of an index, counts little for each, and few enough that the smallest
 * history stays the smallest.
 */
function write(name: OperationName, count: number, make: MakeWork): Operation {
  return { name, isWrite: true, count, make };
}

function read(name: OperationName, count: number, once: () => Promise<void>): Operation {
  const make: MakeWork = async (times) =>
    await Promise.resolve(async () => {
      for (let done = 0; done < times; done++) await once();
    });
  return { name, isWrite: false, count, make };
}

/** As if everything had just been verified, which takes minutes for a million. */
async function checkpointNow({ worker }: Subject): Promise<LedgerCheckpoint> {
  const marks = await readMarks(worker, OPTIONS);
  return await inLedgerSnapshot(
    worker,
    { isShort: false },
    async ([client]) => await readCheckpoint(client, { marks, before: undefined, ...OPTIONS }),
  );
}
