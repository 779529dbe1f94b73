/** Partners that create all the time, with the SDK as it comes: its own retries, its own waits. */
import { createVezneClient } from '@vezne/sdk';
import type { VezneClient } from '@vezne/sdk';
import { depositBody, withdrawalBody } from '../../server/test/harness/factories.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';

export interface Success {
  reference: string;
  type: 'deposit' | 'withdrawal';
  id: string;
  tookMs: number;
}

export interface Load {
  successes: readonly Success[];
  /** Creates that did not end well, whatever the reason. */
  failures: readonly { reference: string; error: unknown }[];
  /** Why attempts were repeated, with how often. */
  retries: ReadonlyMap<string, number>;
  /** Begins no further creates, and waits for those that are under way. */
  stop(): Promise<void>;
}

/** New creates come at this pace whether or not the earlier ones have ended: in an outage players don't stop coming. */
const EVERY_MS = 50;

export function startLoad(baseUrl: string, partner: TestPartner): Load {
  const { apiKey, apiSecret, hashSecret } = partner;
  const successes: Success[] = [];
  const failures: { reference: string; error: unknown }[] = [];
  const retries = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const vezne = createVezneClient({
    baseUrl,
    apiKey,
    apiSecret,
    hashSecret,
    onRetry: ({ reason }) => retries.set(reason, (retries.get(reason) ?? 0) + 1),
  });
  const createOne = async (type: Success['type']): Promise<void> => {
    const startMs = performance.now();
    const body = type === 'deposit' ? depositBody() : withdrawalBody();
    const reference = body.externalReference;
    try {
      const id = await create(vezne, body);
      successes.push({ reference, type, id, tookMs: performance.now() - startMs });
    } catch (error) {
      failures.push({ reference, error });
    }
  };
  let begun = 0;
  const timer = setInterval(() => {
    begun += 1;
    const creating = createOne(begun % 2 === 0 ? 'deposit' : 'withdrawal').finally(() =>
      underWay.delete(creating),
    );
    underWay.add(creating);
  }, EVERY_MS);
  return {
    successes,
    failures,
    retries,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function create(
  vezne: VezneClient,
  body: ReturnType<typeof depositBody> | ReturnType<typeof withdrawalBody>,
): Promise<string> {
  const currency = 'TRY';
  const { transaction } =
    'withdrawalAccount' in body
      ? await vezne.createWithdrawal({ ...body, currency })
      : await vezne.createDeposit({ ...body, currency });
  return transaction.id;
}
