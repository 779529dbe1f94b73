import type { PaymentKind, PaymentState } from '../../money/payments.ts';

export type Language = 'tr' | 'en';

export interface StateTexts {
  /** A word or two, for the list. */
  short: string;
  heading: string;
  body: string;
}

/** What a form can say about what was typed. */
export type FormProblem =
  | 'amount'
  | 'range'
  | 'balance'
  | 'iban'
  | 'account'
  | 'names'
  | 'paused'
  | 'refused'
  | 'expired';

export interface Texts {
  otherLanguage: string;
  balance: string;
  deposit: string;
  withdraw: string;
  history: string;
  emptyHistory: string;
  kind: Readonly<Record<PaymentKind, string>>;
  credited: string;
  state: Readonly<Record<PaymentKind, Readonly<Record<PaymentState, StateTexts>>>>;
  returned: { heading: string; body: string };
  refreshes: string;
  amount: string;
  amountHint: string;
  range: (min: string, max: string) => string;
  goToPayment: string;
  depositNote: string;
  sendWithdrawal: string;
  withdrawalNote: string;
  bankName: string;
  holder: string;
  iban: string;
  reference: string;
  transaction: string;
  time: string;
  back: string;
  leave: string;
  welcome: string;
  welcomeNote: string;
  username: string;
  fullName: string;
  begin: string;
  goOnAs: string;
  problem: Readonly<Record<FormProblem, string>>;
  moneyIsBack: string;
  missing: { heading: string; body: string };
  failed: { heading: string; body: string };
}
