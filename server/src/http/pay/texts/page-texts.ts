import type { ReasonCode } from '@vezne/domain/transaction-state';

interface Notice {
  title: string;
  body: string;
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
  };
  pay: {
    title: string;
    timeLeft: string;
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
  };
  fields: { amount: Copyable; receiver: Copyable; iban: Copyable; code: Copyable };
  /**
   * The account was frozen. One notice for players who have not paid yet, one for those who may have paid into the old
   * account, and one for when there is no new account.
   */
  moved: { beforeSent: Notice; afterSent: Notice; frozen: Notice };
  confirm: Notice & { yes: string; yesWithDetails: string; no: string };
  help: { title: string; noDescription: Notice; otherAmount: Notice; otherAccount: Notice };
  checking: Notice & { keep: string };
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
  approved: Notice & { asked: string; received: string };
  /** The account is frozen, and there is no other. */
  paused: Notice & { sent: string };
  /** Closed, but its money arrived later. */
  late: Notice;
  /** Approved, and then corrected to zero. */
  reversed: Notice;
  rejected: { title: string; support: string };
  expired: Notice & { support: string };
  reasons: Readonly<Record<ReasonCode, string>>;
  notices: { missing: Notice; tooMany: Notice; unavailable: Notice; notSaved: Notice };
}
