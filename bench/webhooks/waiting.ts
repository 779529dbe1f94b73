import { prepareDeposits } from '../approvals/deposits.ts';
import type { Deposits } from '../approvals/deposits.ts';
import { installDatabase } from '../installation.ts';
import type { InstalledDatabase } from '../installation.ts';
import { startDeliveries, startReceivers } from './children.ts';
import type { Deliveries, Receivers } from './children.ts';
import { prepareEndpoints, prepareEvents } from './events.ts';
import type { BareEndpoint } from './messages.ts';

/** Events that wait for their endpoints, the receivers behind those, and the process that delivers. */
export interface WaitingEvents {
  database: InstalledDatabase;
  receivers: Receivers;
  deliveries: Deliveries;
  deposits: Deposits;
  endpoints: ReadonlyMap<string, BareEndpoint>;
}

export async function startWaitingEvents(
  disposal: AsyncDisposableStack,
  options: {
    events: number;
    endpoints: number;
    settings?: Readonly<Record<string, string>>;
    nodeFlags: readonly string[];
    signal: AbortSignal;
  },
): Promise<WaitingEvents> {
  const database = await installDatabase(disposal, options.settings);
  const { owner, urlOf } = database;
  const receivers = await startReceivers(disposal, options.signal);
  const deposits = await prepareDeposits(owner, { count: options.events, pairs: options.endpoints });
  const endpoints = await prepareEndpoints(owner, deposits, receivers);
  await prepareEvents(owner);
  const deliveries = await startDeliveries(disposal, urlOf('vezne_worker'), options);
  return { database, receivers, deliveries, deposits, endpoints };
}
