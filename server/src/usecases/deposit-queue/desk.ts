import type { SignedInPerson } from '@vezne/domain/actor';
import type { Context } from '../../context.ts';
import { createDatabase } from '../../db/kysely.ts';
import type { DepositClaim } from '../../db/read/desk/deposit-claims.ts';
import type { ReceiptFile } from '../../db/read/transactions/sender-details.ts';
import { createRetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { Decision, Press } from '../decisions/decision.ts';
import { createDecisions } from '../decisions/decisions.ts';
import type { Decided } from '../decisions/or-refused.ts';
import type { BulkResult, SeenDeposit } from '../deposits/approve-in-bulk.ts';
import { enterLateMoney } from '../deposits/late-money.ts';
import { readReceipt } from '../transactions/read-receipt.ts';
import { closeDeposit, openDeposit } from './claims.ts';
import type { ClaimAttempt } from './claims.ts';
import { approveInBulkAtDesk, decideAtDesk } from './decide.ts';
import type { BulkListeners } from './decide.ts';

/** What operators do at the console. It lives as long as its process, so that decisions that come together are written together. */
export interface Desk {
  decide(decision: Decision & { actor: SignedInPerson }): Promise<Decided>;
  approveInBulk(deposits: readonly SeenDeposit[], who: BulkListeners): Promise<BulkResult>;
  /** Returns the id of the deposit that it becomes. */
  enterLateMoney(money: LateMoneyPressed): Promise<string>;
  open(attempt: ClaimAttempt): Promise<DepositClaim>;
  close(closed: { transactionId: string; actor: SignedInPerson }): Promise<void>;
  readReceipt(
    actor: SignedInPerson,
    request: { transactionId: string; receiptNo: number },
  ): Promise<ReceiptFile>;
}

type LateMoneyPressed = Parameters<typeof enterLateMoney>[1] & { actor: SignedInPerson; press: Press };

/** How long we look for the outcome of a lost answer while the person waits. */
const KNOWN_WITHIN_MS = 15_000;

export function createDesk({ pool, clock, log, tracing }: Context): Desk {
  const retry = createRetryUntilSettled({ clock, log, boundMs: KNOWN_WITHIN_MS, isForPeople: true });
  const decisions = createDecisions({ pool, log, retry, tracing });
  const db = createDatabase(pool);
  return {
    decide: async (decision) => await decideAtDesk({ pool, decisions }, decision),
    approveInBulk: async (deposits, who) => await approveInBulkAtDesk({ pool, decisions }, deposits, who),
    enterLateMoney: async (money) => await enterLateMoney(pool, money),
    open: async (attempt) => await openDeposit({ pool, retry }, attempt),
    close: async (closed) => await closeDeposit({ pool, retry }, closed),
    readReceipt: async (actor, request) => await readReceipt({ db, actor }, request),
  };
}
