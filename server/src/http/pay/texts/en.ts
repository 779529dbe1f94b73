import type { PageTexts } from './page-texts.ts';

export const en: PageTexts = {
  page: {
    languages: 'Language',
    code: 'Payment code',
    back: 'Back to {partner}',
    copyFailed: 'That could not be copied. The text is selected for you to copy.',
  },
  pay: {
    title: 'Pay by bank transfer',
    timeLeft: 'Time left',
    codeNote: 'Write only this code in the description',
    fast: 'By FAST it arrives at once, at any hour.',
    eft: 'This amount goes by EFT: it arrives on working days, 08:30–17:30.',
    steps: 'How to pay',
    openApp: 'Open the app of your bank.',
    sendAmount: 'Send exactly {amount} to this IBAN.',
    writeCode: 'Write {code} in the description.',
    comeBack: 'Come back and press the button below.',
    sent: 'I have sent the transfer',
  },
  fields: {
    amount: { label: 'Amount', copy: 'Copy the amount', copied: 'Amount copied' },
    receiver: { label: 'Receiver', copy: 'Copy the receiver', copied: 'Receiver copied' },
    iban: { label: 'IBAN', copy: 'Copy the IBAN', copied: 'IBAN copied' },
    code: {
      label: 'Description',
      copy: 'Copy the code for the description',
      copied: 'Code copied',
    },
  },
  moved: {
    title: 'The account has changed: do not use the old IBAN',
    body: 'The account that ends in {end} is no longer in use. Send to the new IBAN below. If you have sent to the old one, please write to the support of the site.',
  },
  confirm: {
    title: 'Have you sent the transfer?',
    body: 'Confirm if you have sent this amount from your bank, with this code in the description.',
    yes: 'Yes, I have sent it',
    no: 'Not yet',
  },
  help: {
    title: 'Is something wrong?',
    noDescription: {
      title: 'I could not write a description (cash machine, branch)',
      body: 'Press “I have sent the transfer” all the same. We will look for your transfer by your name and the amount, which takes longer. Keep your receipt.',
    },
    otherAmount: {
      title: 'I sent a different amount',
      body: 'Press “I have sent the transfer”. Your payment is settled by the amount that arrives. Start a new payment on the site for whatever is missing.',
    },
    otherAccount: {
      title: 'I sent it from someone else’s account',
      body: 'The transfer has to come from an account in your own name. If it came from another one, please write to the support of the site.',
    },
  },
  checking: {
    title: 'We are waiting for your transfer',
    body: 'Your payment is approved when the money reaches us. This page updates by itself, and you may close it.',
    keep: 'If you write to the support of the site, give them this code.',
  },
  details: {
    title: 'Sender and receipt',
    body: 'You need not fill this in. It helps us to find your transfer sooner.',
    add: 'Add the sender or a receipt',
    optional: 'Add details of the sender (optional)',
    labels: {
      senderName: 'Name on the account that paid',
      ibanLastFour: 'Last four digits of its IBAN',
      sentAt: 'Day and time you sent it (time in Turkey)',
    },
    save: 'Save the details',
    receiptTitle: 'Receipt',
    receiptLabel: 'File of the receipt',
    receiptHelp:
      'The receipt of your bank: a PDF, a screenshot or a photo (PNG, JPEG, WebP) of at most 2 MB. Only the team that checks your payment sees it.',
    upload: 'Upload the receipt',
    enough: 'You have uploaded three files. No more are needed.',
    back: 'Back to the state of the payment',
    given: {
      sender: 'Sender',
      ibanLastFour: 'Last four digits of the IBAN',
      sentAt: 'Sent at',
      receipt: 'Receipt',
      files: 'Files: {count}',
    },
    problems: {
      senderName: 'Write the name as your bank has it, in one line of at most 128 letters.',
      ibanLastFour: 'Write four digits, such as 4832.',
      sentAt: 'Check the day and the time. They can be neither in the future nor before this payment.',
      nothing: 'Fill in at least one field to save.',
      noFile: 'Choose a file first.',
      tooLarge: 'The file is larger than 2 MB. Upload the PDF or a screenshot of the receipt.',
      wrongType:
        'This file is none of PDF, PNG, JPEG and WebP. Upload the PDF or a screenshot of the receipt.',
      tooMany: 'You have uploaded three files for this payment, and more cannot be taken.',
    },
  },
  approved: {
    title: 'Your payment is approved',
    body: 'We have received your transfer and told the site.',
    received: 'Amount received',
  },
  rejected: {
    title: 'The payment was not completed',
    support: 'If you have questions, write to the support of the site and give them this code.',
  },
  expired: {
    title: 'The time to pay is over',
    body: 'Please send no money with these details any more. Go back to the site and start a new payment.',
    support: 'If you have sent the money, write to the support of the site and give them this code.',
  },
  reasons: {
    no_money_seen: 'No transfer with this code has reached our account.',
    amount_mismatch: 'The amount that arrived was not the amount of this payment.',
    third_party_sender:
      'The transfer came from an account in another name. Payments have to come from your own account.',
    duplicate: 'There was another transaction for the same payment, so we closed this one.',
    suspected_fraud: 'We could not complete this payment.',
    player_request: 'The payment was closed at your request.',
    partner_cancelled: 'The site cancelled this payment. Please send no money with its details.',
    expired: 'The time to pay is over.',
    account_closed: 'The bank account of this payment is no longer in use. Please send no money to it.',
    payout_failed: 'The bank could not make the transfer.',
    payout_returned: 'The bank sent the transfer back.',
    other: 'We could not complete this payment.',
  },
  notices: {
    missing: {
      title: 'Page not found',
      body: 'There is no payment at this address. Please go back to the site and try again.',
    },
    tooMany: { title: 'Too many tries', body: 'Please wait a little and try again.' },
    unavailable: {
      title: 'Please try again in a moment',
      body: 'We cannot show the state of your payment right now. Your payment is not affected.',
    },
  },
};
