import type { IbanProblem } from '../../money/iban.ts';
import type { PaymentKind, PaymentState } from '../../money/payments.ts';

export type Language = 'tr' | 'en';

/** A deposit as its player sees it: first by the money in the balance, and only then by its state. */
export type DepositOutcome = PaymentState | 'sent' | 'expired' | 'corrected';

export interface StateTexts {
  /** A word or two, for the list. */
  short: string;
  heading: string;
  body: string;
}

/** What a form can say about all of it. The rest is said beside the fields. */
export type FormProblem = 'paused' | 'blocked' | 'refused' | 'expired';

export type AmountProblem =
  | 'missing'
  | 'ambiguous'
  | 'unreadable'
  | 'zero'
  | 'outside'
  | 'nothingLeft'
  | 'limitOfDay'
  | 'balance';

export interface Texts {
  otherLanguage: string;
  balance: string;
  deposit: string;
  withdraw: string;
  history: string;
  emptyHistory: string;
  kind: Readonly<Record<PaymentKind, string>>;
  requested: string;
  received: string;
  commission: string;
  /** On top of the amount: the player pays nothing of it. */
  commissionFromShop: string;
  credited: string;
  paidOut: string;
  refunded: string;
  account: string;
  /** Added to the words about a confirmed deposit. */
  otherAmount: string;
  wasCorrected: string;
  state: {
    deposit: Readonly<Record<DepositOutcome, StateTexts>>;
    withdrawal: Readonly<Record<PaymentState, StateTexts>>;
  };
  checksItself: string;
  checkNow: string;
  amount: string;
  amountHint: string;
  range: (min: string, max: string) => string;
  goToPayment: string;
  /** The payment page of a transfer that was said to be sent: there a receipt can be added. */
  addReceipt: string;
  saidSent: string;
  newDeposit: string;
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
  amountProblem: Readonly<Record<AmountProblem, string>>;
  amountTooLow: (min: string) => string;
  amountTooHigh: (max: string) => string;
  ibanProblem: Readonly<Record<Exclude<IbanProblem, 'length'> | 'refused', string>>;
  ibanLength: (length: number) => string;
  bankNameProblem: string;
  holderProblem: string;
  tooLong: (most: number) => string;
  otherHolder: string;
  usernameProblem: string;
  fullNameProblem: string;
  problem: Readonly<Record<FormProblem, string>>;
  moneyIsBack: string;
  missing: { heading: string; body: string };
  failed: { heading: string; body: string };
}
