/** What was decided, out of events. They come with the decision and never change, and a partner's are numbered without a gap. */
export const DECIDED_TYPES = ['deposit.approved', 'withdrawal.approved'] as const;
export type DecidedType = (typeof DECIDED_TYPES)[number];

/** The columns of `partner_decided_day` and what each is of the events of a type. */
const COLUMNS: Readonly<Record<DecidedType, { prefix: string; count: string; amount: string }>> = {
  // What came.
  'deposit.approved': {
    prefix: 'deposit',
    count: 'deposits',
    amount: 'coalesce(e.actual_amount_cents, e.amount_cents)',
  },
  // What players got.
  'withdrawal.approved': { prefix: 'withdrawal', count: 'withdrawals', amount: 'e.player_amount_cents' },
};

/** Names of columns with the sums over events `e` that they hold. */
export const DECIDED_SUMS: readonly (readonly [column: string, sum: string])[] = DECIDED_TYPES.flatMap(
  (type) => {
    const { prefix, count, amount } = COLUMNS[type];
    const sum = (what: string): string => `coalesce(sum(${what}) filter (where e.type = '${type}'), 0)::int8`;
    return [
      [count, `(count(*) filter (where e.type = '${type}'))::int4`],
      [`${prefix}_amount_cents`, sum(amount)],
      [`${prefix}_commission_cents`, sum('e.commission_cents')],
      [`${prefix}_impact_cents`, sum('e.balance_impact_cents')],
    ] as const;
  },
);
