import { getBalance } from './balance.ts';
import { createDeposit } from './deposits.ts';
import { listEvents } from './events.ts';
import type { PartnerRoute } from './route.ts';
import { cancelTransaction, getLimits, getTransaction, listTransactions } from './transactions.ts';
import { createWithdrawal } from './withdrawals.ts';

/** Every endpoint of the partner API. The server serves exactly these, and the documentation describes exactly these. */
export const PARTNER_API = {
  createDeposit,
  createWithdrawal,
  getTransaction,
  listTransactions,
  cancelTransaction,
  listEvents,
  getBalance,
  getLimits,
} as const satisfies Record<string, PartnerRoute>;
