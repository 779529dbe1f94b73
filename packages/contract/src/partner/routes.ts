import { getBalance } from './balance.ts';
import { createDeposit } from './deposits.ts';
import { listEvents } from './events.ts';
import type { PartnerRoute } from './route.ts';
import { cancelTransaction, getLimits, getTransaction, listTransactions } from './transactions.ts';
import { createWithdrawal } from './withdrawals.ts';

/** Every endpoint of the partner interface. The server serves these, and the documentation describes these. */
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
