import { setTimeout as sleep } from 'node:timers/promises';
import type { startTestApi } from '../../../harness/api.ts';
import { createAgent, post, send, sign } from '../../../harness/client.ts';
import { until } from '../../../harness/expectations.ts';
import { withdrawalBody } from '../../../harness/factories.ts';
import { hideColumn } from '../../../harness/hide-column.ts';
import { holdTable } from '../../../harness/hold-table.ts';
import { allowBlocks } from '../../../harness/reference-counter.ts';
import { CREATES, PAGES, requestTo } from './routes.ts';
import { ask, changed, createWithdrawal } from './world.ts';
import type { Provocation, World } from './world.ts';

/** What is wrong with the service, and the code with which it then refuses good requests. */
export interface State {
  name: string;
  options?: Parameters<typeof startTestApi>[1];
  /** Starts the state when the api runs; returns the function that ends it. */
  begin?: (world: World) => Promise<() => Promise<unknown>>;
  provocations: readonly Provocation[];
}

const asUsual = changed(() => ({}));

const MAX_QUEUED_CREATES = 3;
/**
 * More than the 204 lists that can be read and wait at once. Each has another length, because equal lists are read
 * together.
 */
const FILLING_LISTS = 240;

export const STATES: readonly State[] = [
  {
    name: 'no bank account can be shown',
    options: { withoutBankAccount: true },
    provocations: [{ code: 'no_deposit_account', routes: ['createDeposit'], ask: asUsual }],
  },
  {
    name: 'no reference code is available',
    options: {
      prepare: async (owner) => await allowBlocks(owner, false),
    },
    provocations: [{ code: 'unavailable', routes: ['createDeposit'], ask: asUsual }],
  },
  {
    name: "a player's day cannot be read",
    options: { prepare: async (owner) => await hideColumn(owner, 'transaction', 'actual_amount_cents') },
    provocations: [
      {
        code: 'unavailable',
        routes: ['createWithdrawal'],
        ask: async (world, request) => await ask(world, world.full, request),
      },
    ],
  },
  {
    name: 'the queue of creates is full',
    options: { config: { maxQueuedCreates: MAX_QUEUED_CREATES } },
    begin: fillCreates,
    provocations: [{ code: 'overloaded', routes: CREATES, ask: asUsual }],
  },
  {
    name: 'the database does not answer',
    begin: holdReads,
    provocations: [{ code: 'unavailable', routes: ['getTransaction', ...PAGES], ask: asUsual }],
  },
  {
    name: 'the queue of pages is full',
    begin: holdReads,
    provocations: [
      {
        code: 'overloaded',
        routes: PAGES,
        // Another partner's lists are enough. Lists that wait are answered later than those that are refused.
        ask: async (world, request) => {
          const agent = createAgent(FILLING_LISTS);
          const lists = Array.from({ length: FILLING_LISTS }, async (_, index) => {
            const list = { method: 'GET', path: `/v1/transactions?limit=${index + 1}` };
            return await send(world.url, sign(world.paused, list), agent);
          });
          await Promise.race(lists);
          const answer = await ask(world, world.partner, request);
          agent.destroy();
          await Promise.allSettled(lists);
          return answer;
        },
      },
    ],
  },
  {
    name: 'the configuration cannot be read',
    begin: async ({ owner }) => {
      await owner.query('revoke select on configuration_epoch from vezne_api');
      return async () => await owner.query('grant select on configuration_epoch to vezne_api');
    },
    provocations: [
      {
        code: 'unavailable',
        routes: ['getLimits'],
        // The last configuration stays valid for a few seconds.
        ask: async (world, request) =>
          await until(
            async () => await ask(world, world.partner, request),
            ({ status }) => status !== 200,
          ),
      },
    ],
  },
  {
    name: 'the database refuses to insert',
    options: { prepare: async (owner) => await owner.query('revoke insert on transaction from vezne_api') },
    provocations: [{ code: 'internal_error', routes: CREATES, ask: asUsual }],
  },
  {
    name: 'the database refuses to update',
    options: { prepare: async (owner) => await owner.query('revoke update on transaction from vezne_api') },
    provocations: [
      {
        code: 'internal_error',
        routes: ['cancelTransaction'],
        ask: async (world, _, route) =>
          await ask(world, world.partner, requestTo(route, { id: await createWithdrawal(world) })),
      },
    ],
  },
  {
    name: 'the database refuses to read',
    // While it runs: an api that can't read doesn't start.
    begin: async ({ owner }) => {
      await owner.query('revoke select on transaction, event from vezne_api');
      return async () => await owner.query('grant select on transaction, event to vezne_api');
    },
    provocations: [{ code: 'internal_error', routes: ['getTransaction', ...PAGES], ask: asUsual }],
  },
];

async function holdReads({ owner }: World): Promise<() => Promise<unknown>> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query('lock table transaction, event in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

async function fillCreates({ owner, url, partner }: World): Promise<() => Promise<unknown>> {
  const release = await holdTable(owner);
  const waiting: Promise<unknown>[] = [];
  // The first is being written, or would be. The others wait for it.
  for (let index = 0; index < 1 + MAX_QUEUED_CREATES; index += 1) {
    waiting.push(post(url, partner, '/v1/withdrawals', withdrawalBody()));
    await sleep(50);
  }
  return async () => {
    await release();
    await Promise.all(waiting);
  };
}
