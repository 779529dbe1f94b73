/**
 * The chart of accounts. A balance has its account's normal sign: a deposit raises a bank account and raises what we owe
 * the partner, and both are positive numbers.
 */

/** Which side raises the balance of an account. */
export type NormalSide = 'debit' | 'credit';

/**
 * Kinds of account and who owns each: one of our bank accounts, a partner, or the house as a whole. Commission has one
 * account for each partner; otherwise every decision would touch the same row.
 */
export const ACCOUNT_KINDS = {
  /** Money at a bank. */
  bank: { owner: 'bank_account', normalSide: 'debit' },
  /** Money at a bank that has no owner: its deposit was refused, or we do not know for whom it arrived. */
  unallocated: { owner: 'bank_account', normalSide: 'credit' },
  /** What we owe a partner. Below zero, the partner owes us. */
  partner_balance: { owner: 'partner', normalSide: 'credit' },
  /** Reserved for payouts that are authorised and not yet decided. */
  partner_reserved: { owner: 'partner', normalSide: 'credit' },
  /** What we earned with a partner. */
  partner_commission: { owner: 'partner', normalSide: 'credit' },
  /** What banks charged us. */
  bank_fees: { owner: 'house', normalSide: 'debit' },
  /** Money that left one of our bank accounts and has not reached the other. */
  in_transit: { owner: 'house', normalSide: 'debit' },
  /** Money that went to a wrong account with a payout, and is to come back. */
  receivable: { owner: 'house', normalSide: 'debit' },
  /** What the owners put in and take out. */
  owner_funds: { owner: 'house', normalSide: 'credit' },
} as const satisfies Record<string, { owner: 'bank_account' | 'partner' | 'house'; normalSide: NormalSide }>;

export type AccountKind = keyof typeof ACCOUNT_KINDS;

type KindsOf<Owner> = {
  [Kind in AccountKind]: (typeof ACCOUNT_KINDS)[Kind]['owner'] extends Owner ? Kind : never;
}[AccountKind];

/** Names one account of the chart. */
export type AccountName =
  | { readonly kind: KindsOf<'bank_account'>; readonly bankAccountId: string }
  | { readonly kind: KindsOf<'partner'>; readonly partnerId: string }
  | { readonly kind: KindsOf<'house'> };

/** The same account always gives the same text, so accounts can be compared and sorted. */
export function accountKey(account: AccountName): string {
  if ('bankAccountId' in account) return `${account.kind}:${account.bankAccountId}`;
  return 'partnerId' in account ? `${account.kind}:${account.partnerId}` : account.kind;
}

/** The effect of a debit on a balance in the account's normal sign; a credit has the opposite effect. */
export function signOfDebit(kind: AccountKind): 1n | -1n {
  return ACCOUNT_KINDS[kind].normalSide === 'debit' ? 1n : -1n;
}
