import type { ReasonCode } from '@vezne/domain/transaction-state';

interface Notice {
  title: string;
  body: string;
}

/** Why, where the money is, and what happens next. */
interface Answers {
  why: string;
  where: string;
  next: string;
}

interface Copyable {
  label: string;
  /** What the button does, for players who cannot see its icon. */
  copy: string;
  copied: string;
}

/** Everything that a player reads. Blanks such as {amount} are filled in when the page is rendered. */
export interface PageTexts {
  page: {
    languages: string;
    code: string;
    back: string;
    copyFailed: string;
    connectionLost: string;
    retry: string;
    problem: string;
    sending: string;
    kept: string;
    /** Stands for {support}: a link, if the partner has an address for its players. */
    support: string;
  };
  pay: {
    title: string;
    timeLeft: string;
    openUntil: string;
    codeNote: string;
    fast: string;
    eft: string;
    steps: string;
    openApp: string;
    sendAmount: string;
    writeCode: string;
    comeBack: string;
    sent: string;
    print: string;
    until: string;
    phone: string;
    phoneCode: string;
    /** What happens with another amount, said before it is sent. */
    exact: string;
  };
  fields: { amount: Copyable; receiver: Copyable; iban: Copyable; code: Copyable };
  /**
   * The account was frozen. One notice for players who have not paid yet, one for those who may have paid into the old
   * account, and one for when there is no new account.
   */
  moved: { beforeSent: Notice; afterSent: Notice; frozen: Notice };
  confirm: Notice & { yes: string; yesWithDetails: string; no: string };
  help: { title: string; noDescription: Notice; otherAmount: Notice; otherAccount: Notice };
  checking: Notice & { since: string; usual: string; keep: string };
  /** The headings of an outcome. */
  answers: Answers;
  details: Notice & {
    add: string;
    labels: { senderName: string; ibanLastFour: string; sentAt: string };
    save: string;
    receiptLabel: string;
    receiptHelp: string;
    enough: string;
    back: string;
    given: { sender: string; ibanLastFour: string; sentAt: string; receipt: string; files: string };
    problems: {
      senderName: string;
      ibanLastFour: string;
      sentAt: string;
      nothing: string;
      tooLarge: string;
      wrongType: string;
      applePhoto: string;
      tooMany: string;
    };
    preparing: string;
    received: string;
  };
  /** `bodyOther`: another amount came than was asked for. */
  approved: Notice & { bodyOther: string; asked: string; received: string };
  /** The account is frozen, and there is no other. */
  paused: { title: string; sent: string; outcome: Answers };
  /** Closed, but its money arrived later. */
  /** `afterAll`: why, if its money was refused at first. */
  late: { title: string; afterAll: string; outcome: Answers };
  /** Approved, and then corrected to zero. */
  reversed: { title: string; outcome: Answers };
  /** `titleClosed`: somebody wanted it closed, and no money came. */
  rejected: { title: string; titleClosed: string };
  expired: Notice & { outcome: Answers };
  /** Where the money of a rejected payment is: none came, all or a part of it is with us, or it has left again. */
  where: { missing: string; none: string; kept: string; part: string; gone: string };
  /** What happens next after a rejection. */
  next: {
    look: string;
    other: string;
    again: string;
    stop: string;
    ownAccount: string;
    ask: string;
    kept: string;
    gone: string;
  };
  reasons: Readonly<Record<ReasonCode, string>>;
  notices: { missing: Notice; tooMany: Notice; unavailable: Notice; notSaved: Notice };
}
