import { randomBytes } from 'node:crypto';
import { depositAmounts } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import { INITIAL_STATE } from '@vezne/domain/transaction-state';
import { systemClock } from '../../server/src/clock.ts';
import { createRetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import { insertTransactions } from '../../server/src/db/write/transactions/transactions.ts';
import type { NewTransaction } from '../../server/src/db/write/transactions/transactions.ts';
import { newId } from '../../server/src/ids.ts';
import { createLogger } from '../../server/src/log.ts';
import {
  createReferenceCodes,
  createReferenceRound,
} from '../../server/src/usecases/deposits/reference-codes.ts';
import type { Subject } from './subject.ts';

/** What arrives while a batch is written, at a load that keeps one api process busy. */
export const BATCH = 32;
/** So many in ten of the players are new. */
const NEW_PLAYERS_IN_TEN = 1;
const EXPIRY_SECONDS = 86_400;
const TIMEOUT_MS = 30_000;

/** The same in every run, so that no run gives a code that one before it has given. */
const CODE_KEY = Buffer.alloc(32, 'growth');

export type References = 'in-sequence' | 'random';

export interface Creates {
  /** Rows in batches, which no database has seen. */
  make: (count: number, references: References) => Promise<NewTransaction[][]>;
  insert: (batch: NewTransaction[]) => Promise<void>;
}

export function openCreates(subject: Subject): Creates {
  const log = createLogger({ level: 'warn', name: 'growth' });
  const retry = createRetryUntilSettled({ clock: systemClock, log, boundMs: TIMEOUT_MS });
  const round = createReferenceRound(CODE_KEY);
  const services = { pool: subject.api, clock: systemClock, log, retry, round };
  const codes = createReferenceCodes({ ...services, maxWaiting: Infinity });
  // Another run must not meet the references of this one, and its numbers go on behind them.
  let next = Date.now();

  async function row(references: References): Promise<NewTransaction> {
    const { partnerId, customerId } = drawn(subject.known);
    const terms = subject.termsOf.get(partnerId);
    if (!terms) throw new Error(`Partner ${partnerId} has no terms.`);
    const amountCents = cents(BigInt(10_000 + Math.floor(Math.random() * 490_000)));
    next += 1;
    const reference = await codes.next(retry.deadlineMs());
    return {
      id: newId(),
      partnerId,
      type: 'deposit',
      ...INITIAL_STATE.deposit,
      // As the seeded ones are, so that they meet all of their index.
      externalReference: references === 'random' ? `ord-${randomBytes(16).toString('hex')}` : `order-${next}`,
      currency: 'TRY',
      amountCents,
      ...depositAmounts({ requestedCents: amountCents, actualCents: null, terms }),
      basisPoints: terms.basisPoints,
      fixedCents: terms.fixedCents,
      settlementMode: terms.mode,
      customerId: Math.random() * 10 < NEW_PLAYERS_IN_TEN ? `player-new-${next}` : customerId,
      customerUsername: 'ayse',
      customerFullName: 'Ayşe Işık',
      customerEmail: 'ayse@example.com',
      bankAccountId: drawn(subject.bankAccountIds),
      referenceCode: reference.code,
      referenceNumber: reference.number,
      redirectUrl: 'https://shop.example/return?order=7',
      language: 'tr',
      pageKeyVersion: 1,
      expirySeconds: EXPIRY_SECONDS,
      payoutBankName: null,
      payoutHolderName: null,
      payoutIban: null,
    };
  }

  return {
    async make(count, references) {
      const batches: NewTransaction[][] = [];
      for (let made = 0; made < count; made += BATCH) {
        const batch: NewTransaction[] = [];
        for (let place = 0; place < BATCH; place++) batch.push(await row(references));
        batches.push(batch);
      }
      return batches;
    },
    async insert(batch) {
      const options = { accountsWithRoom: subject.bankAccountIds, timeoutMs: TIMEOUT_MS };
      const created = await insertTransactions(subject.api, batch, options);
      if (created.size !== batch.length || [...created.values()].includes('busy')) {
        throw new Error('A create was not made.');
      }
    },
  };
}

export function drawn<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to draw from.');
  return item;
}
