import type { ReasonCode } from '@vezne/domain/transaction-state';

interface Notice {
  title: string;
  body: string;
}

interface Copyable {
  label: string;
  /** What the button does, for those who cannot see its icon. */
  copy: string;
  copied: string;
}

/** All that a player reads. Blanks such as {amount} are filled in when a page is written. */
export interface PageTexts {
  page: { languages: string; code: string; back: string; copyFailed: string };
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
  };
  fields: { amount: Copyable; receiver: Copyable; iban: Copyable; code: Copyable };
  moved: Notice;
  confirm: Notice & { yes: string; no: string };
  help: { title: string; noDescription: Notice; otherAmount: Notice; otherAccount: Notice };
  checking: Notice & { keep: string };
  details: Notice & {
    add: string;
    optional: string;
    labels: { senderName: string; ibanLastFour: string; sentAt: string };
    save: string;
    receiptTitle: string;
    receiptLabel: string;
    receiptHelp: string;
    upload: string;
    enough: string;
    back: string;
    given: { sender: string; ibanLastFour: string; sentAt: string; receipt: string; files: string };
    problems: {
      senderName: string;
      ibanLastFour: string;
      sentAt: string;
      nothing: string;
      noFile: string;
      tooLarge: string;
      wrongType: string;
      tooMany: string;
    };
  };
  approved: Notice & { received: string };
  rejected: { title: string; support: string };
  expired: Notice & { support: string };
  reasons: Readonly<Record<ReasonCode, string>>;
  notices: { missing: Notice; tooMany: Notice; unavailable: Notice };
}
