import type { ReadResult, ReceivedResponse } from './judge-response.ts';
import { readOptions } from './options.ts';
import type { VezneClientOptions } from './options.ts';
import type { Operation } from './operation.ts';
import { eventsPath, transactionPath, transactionsPath } from './paths.ts';
import type { EventQuery, TransactionQuery } from './paths.ts';
import { sendUntilKnown } from './retries.ts';
import type {
  Balance,
  CreateDepositInput,
  CreatedDeposit,
  CreatedWithdrawal,
  CreateWithdrawalInput,
  EventPage,
  Limits,
  PartnerEvent,
  Transaction,
  TransactionPage,
} from './types.ts';

export type CallOptions = {
  /**
   * Stops the call, including its waits. If a create is stopped after it was sent, its outcome is unknown, and the error
   * says so.
   */
  signal?: AbortSignal | undefined;
};

export type Created<CreatedTransaction> = {
  transaction: CreatedTransaction;
  /** Whether it existed before this call: a repeated create returns what the first one created. */
  isReplay: boolean;
};

/**
 * Every method throws a VezneError when the service refuses, and a VezneOutcomeUnknownError when it is not known what
 * happened.
 */
export type VezneClient = {
  createDeposit(input: CreateDepositInput, options?: CallOptions): Promise<Created<CreatedDeposit>>;
  createWithdrawal(input: CreateWithdrawalInput, options?: CallOptions): Promise<Created<CreatedWithdrawal>>;
  /** The transaction as it is now. */
  getTransaction(id: string, options?: CallOptions): Promise<Transaction>;
  /** One page, newest first. */
  findTransactions(query?: TransactionQuery, options?: CallOptions): Promise<TransactionPage>;
  /** Every transaction, newest first; pages are fetched as they are needed. */
  allTransactions(
    query?: TransactionQuery,
    options?: CallOptions,
  ): AsyncGenerator<Transaction, void, undefined>;
  /** Cancels a deposit that waits for payment, or a withdrawal that no operator has taken. Repeating it is safe. */
  cancelTransaction(id: string, options?: CallOptions): Promise<Transaction>;
  /** One page of decisions, oldest first. */
  listEvents(query?: EventQuery, options?: CallOptions): Promise<EventPage>;
  /** Every event up to now, oldest first; pages are fetched as they are needed. Next time, start after the last one. */
  allEvents(query?: EventQuery, options?: CallOptions): AsyncGenerator<PartnerEvent, void, undefined>;
  getBalance(options?: CallOptions): Promise<Balance>;
  getLimits(options?: CallOptions): Promise<Limits>;
};

/** The largest page that the service returns: fewest requests for callers who want everything. */
const LARGEST_PAGE = 250;

export function createVezneClient(options: VezneClientOptions): VezneClient {
  const { service, policy } = readOptions(options);
  const clock = { offsetMs: 0 };

  async function send<Result>(operation: Operation, read: ReadResult<Result>, { signal }: CallOptions = {}) {
    return await sendUntilKnown(operation, { service, policy, clock, signal, read });
  }

  async function findTransactions(
    query: TransactionQuery = {},
    options?: CallOptions,
  ): Promise<TransactionPage> {
    return await send(readOperation(transactionsPath(query), 'list of transactions'), readPage, options);
  }

  async function listEvents(query: EventQuery = {}, options?: CallOptions): Promise<EventPage> {
    return await send(readOperation(eventsPath(query), 'list of events'), readEventPage, options);
  }

  return {
    async createDeposit(input, options) {
      return await send(createOperation('createDeposit', input), readCreated<CreatedDeposit>, options);
    },
    async createWithdrawal(input, options) {
      return await send(createOperation('createWithdrawal', input), readCreated<CreatedWithdrawal>, options);
    },
    async getTransaction(id, options) {
      return await send(readOperation(transactionPath(id), `transaction ${id}`), readTransaction, options);
    },
    findTransactions,
    async *allTransactions(query = {}, options) {
      let cursor: string | null | undefined = query.cursor;
      do {
        const page = await findTransactions({ limit: LARGEST_PAGE, ...query, cursor }, options);
        yield* page.transactions;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    async cancelTransaction(id, options) {
      return await send(cancelOperation(id), readTransaction, options);
    },
    listEvents,
    async *allEvents(query = {}, options) {
      const limit = query.limit ?? LARGEST_PAGE;
      let { after } = query;
      let isLast: boolean;
      do {
        const page = await listEvents({ ...query, after, limit }, options);
        yield* page.events;
        after = page.nextCursor;
        isLast = page.events.length < limit;
      } while (!isLast);
    },
    async getBalance(options) {
      return await send(readOperation('/v1/balance', 'balance'), readBalance, options);
    },
    async getLimits(options) {
      return await send(readOperation('/v1/limits', 'limits'), readLimits, options);
    },
  };
}

function createOperation(
  kind: 'createDeposit' | 'createWithdrawal',
  input: CreateDepositInput | CreateWithdrawalInput,
): Operation {
  const noun = kind === 'createDeposit' ? 'deposit' : 'withdrawal';
  const { externalReference } = input;
  return {
    kind,
    method: 'POST',
    path: `/v1/${noun}s`,
    // Serialised once, so every attempt sends the same bytes even if the caller changes the object.
    body: JSON.stringify(input),
    subject: `${noun} ${externalReference}`,
    externalReference,
  };
}

function cancelOperation(id: string): Operation {
  return {
    kind: 'cancelTransaction',
    method: 'POST',
    path: `${transactionPath(id)}/cancel`,
    body: '{}',
    subject: `transaction ${id}`,
  };
}

function readOperation(path: string, subject: string): Operation {
  return { kind: 'read', method: 'GET', path, body: '', subject };
}

/**
 * Checks only enough of the shape to recognise a response that is cut off or not from the service; the service guarantees
 * the rest.
 */
function readCreated<CreatedTransaction>(
  { transaction }: Record<string, unknown>,
  { headers }: ReceivedResponse,
): Created<CreatedTransaction> | undefined {
  if (!hasId(transaction)) return undefined;
  return {
    transaction: transaction as CreatedTransaction,
    isReplay: headers.get('idempotent-replayed') === 'true',
  };
}

function readTransaction({ transaction }: Record<string, unknown>): Transaction | undefined {
  return hasId(transaction) ? (transaction as Transaction) : undefined;
}

function readPage(body: Record<string, unknown>): TransactionPage | undefined {
  const { transactions, nextCursor } = body;
  const isPage = Array.isArray(transactions) && (nextCursor === null || typeof nextCursor === 'string');
  return isPage ? (body as TransactionPage) : undefined;
}

function readEventPage(body: Record<string, unknown>): EventPage | undefined {
  const { events, nextCursor } = body;
  const isPage = Array.isArray(events) && (nextCursor === null || typeof nextCursor === 'string');
  return isPage ? (body as EventPage) : undefined;
}

function readBalance(body: Record<string, unknown>): Balance | undefined {
  const { availableCents, reservedCents, openWithdrawalsCents } = body;
  const isBalance = [availableCents, reservedCents, openWithdrawalsCents].every(Number.isInteger);
  return isBalance ? (body as Balance) : undefined;
}

function readLimits(body: Record<string, unknown>): Limits | undefined {
  return 'deposit' in body && 'withdrawal' in body ? (body as Limits) : undefined;
}

function hasId(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
