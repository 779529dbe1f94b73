/** What people of a partner look at. Each is one moment of the database, and knows no other partner. */
import { readAsPartner } from '../../db/partner-scope.ts';
import type { PartnerScope } from '../../db/partner-scope.ts';
import type { PartnerBalance } from '../../db/read/balances.ts';
import { readBalance, readWaiting } from '../../db/read/portal/balance.ts';
import type { Waiting } from '../../db/read/portal/balance.ts';
import * as transactions from '../../db/read/portal/transactions.ts';
import type {
  ListedTransaction,
  ShownStep,
  ToldEvent,
  TransactionDetail,
} from '../../db/read/portal/transactions.ts';
import type { PageFilter } from '../../db/read/transaction-pages.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';

export type { ListedTransaction, TransactionDetail, Waiting };

/** Somebody looks at a screen and waits. */
const TIMEOUT_MS = 5_000;

async function look<T>(
  { pool }: PortalSignIn,
  { person }: PortalSession,
  work: (scope: PartnerScope) => Promise<T>,
): Promise<T> {
  return await readAsPartner(pool, person.partnerId, work, { timeoutMs: TIMEOUT_MS });
}

export async function readHome(
  context: PortalSignIn,
  session: PortalSession,
): Promise<{ balance: PartnerBalance; waiting: Waiting[] }> {
  return await look(context, session, async (scope) => {
    const balance = await readBalance(scope);
    if (balance === undefined) throw new Error(`Partner ${scope.partnerId} has no accounts in the books.`);
    return { balance, waiting: await readWaiting(scope) };
  });
}

export async function listTransactions(
  context: PortalSignIn,
  session: PortalSession,
  filter: PageFilter,
): Promise<{ transactions: ListedTransaction[]; hasMore: boolean }> {
  return await look(context, session, async (scope) => await transactions.listTransactions(scope, filter));
}

/** Undefined: the partner has none with that id. All three are always asked for, so that another partner's takes as long as its own. */
export async function getTransaction(
  context: PortalSignIn,
  session: PortalSession,
  id: string,
): Promise<{ transaction: TransactionDetail; steps: ShownStep[]; events: ToldEvent[] } | undefined> {
  return await look(context, session, async (scope) => {
    const transaction = await transactions.findTransaction(scope, id);
    const steps = await transactions.listSteps(scope, id);
    const events = await transactions.listEvents(scope, id);
    return transaction && { transaction, steps, events };
  });
}
