/** Mistakes with money that came and was refused. */
import { depositApproved } from '@vezne/domain/postings';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import type { ModelOptions } from './model.ts';
import type { Plant } from './people.ts';
import { openPool } from './pools.ts';
import { SLOW_ONE_IN, slowPool } from './slow-locks.ts';
import { changeDecisions, replaced } from './statements.ts';

/** How each changes what a decision writes. */
const CHANGED = {
  refusal_posts_nothing: ({ posting, ...change }) =>
    posting?.kind === 'deposit_refused' ? change : { ...change, posting },
  /** Its approval enters it at the bank, as if it had come anew. */
  refused_money_comes_again(change, row) {
    if (change.posting?.kind !== 'refused_money_credited' || !change.amounts) return change;
    const { commissionCents, netAmountCents } = { ...row, ...change.amounts };
    const { partnerId, bankAccountId } = row;
    if (netAmountCents === null || bankAccountId === null) return change;
    const transfers = depositApproved({ partnerId, bankAccountId, commissionCents, netAmountCents });
    return { ...change, posting: { kind: 'deposit_approved', transfers } };
  },
  rejected_late_money_is_told: (change, row) =>
    change.to.status === 'rejected' && row.originalTransactionId !== null
      ? { ...change, event: 'deposit.rejected' }
      : change,
} as const satisfies Record<string, (change: TransactionChange, row: DecisionRow) => TransactionChange>;

type ChangedBug = keyof typeof CHANGED;
export type RefusedBug = ChangedBug | 'return_leaves_it_open';
export const REFUSED_BUGS: readonly RefusedBug[] = [
  ...(Object.keys(CHANGED) as ChangedBug[]),
  'return_leaves_it_open',
];

export function plantRefusedBug(bug: RefusedBug): Pick<ModelOptions, 'openPool' | 'plant'> {
  if (bug !== 'return_leaves_it_open') return { openPool: slowPool(SLOW_ONE_IN.long), plant: changing(bug) };
  // Its transfer names no deposit.
  const unnamed = changeDecisions(
    openPool,
    (run) => async (query) =>
      await run({ ...query, text: replaced(query.text, NAMED, 'amount_cents, null') }),
    'post-operation',
  );
  return { openPool: unnamed };
}

const NAMED = /amount_cents, refused_transaction_id(?=\s+from posted)/g;

function changing(bug: ChangedBug): Plant {
  return (decision) => ({
    ...decision,
    change(row, facts) {
      const change = decision.change(row, facts);
      return typeof change === 'string' ? change : CHANGED[bug](change, row);
    },
  });
}
