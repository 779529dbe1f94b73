import type { transactions as turkish } from '../../tr/portal/transactions.ts';

export const transactions: typeof turkish = {
  transactions: {
    title: 'Transactions',
    one: 'Transaction',
  },
};
