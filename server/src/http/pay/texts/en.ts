import type { PageTexts } from './page-texts.ts';

export const en: PageTexts = {
  page: {
    languages: 'Language',
    code: 'Payment code',
    back: 'Back to {partner}',
    copyFailed: 'Couldn’t copy. The text is selected, so you can copy it yourself.',
    connectionLost: 'No connection, trying again. What you see may be out of date.',
    retry: 'Try again',
    problem: 'Error',
    sending: 'Sending…',
    kept: 'No connection. Nothing is lost: it will be sent as soon as you are online. Please keep this page open.',
  },
  pay: {
    title: 'Bank transfer',
    timeLeft: 'Time left',
    codeNote: 'Write only this code in the description',
    fast: 'Sent by FAST, it arrives at once, day and night.',
    eft: 'This amount goes by EFT: it arrives on working days, 08:30–17:30.',
    steps: 'How to pay',
    openApp: 'Open your banking app.',
    sendAmount: 'Send exactly {amount} to this IBAN.',
    writeCode: 'Write {code} in the description.',
    comeBack: 'Come back and press the button below.',
    sent: 'I have sent the transfer',
    print: 'Print or save as PDF',
    until: 'Valid until {time} (time in Turkey). After that, please don’t send money using these details.',
    phone: 'Scan it with your phone’s camera to go on there.',
    phoneCode: 'QR code that opens this page on your phone',
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
    beforeSent: {
      title: 'The account has changed: do not use the old IBAN',
      body: 'The bank froze the old account; the new IBAN ends in {end}. If you sent to another, contact the site’s support.',
    },
    afterSent: {
      title: 'The account of this payment has changed',
      body: 'The bank froze the old account; the right IBAN ends in {end}. If you sent to any other, contact the site’s support and give them the payment code.',
    },
    frozen: {
      title: 'The account of this payment is out of use',
      body: 'The bank froze it; please don’t send any more money. If you have sent the transfer and your payment is delayed, contact the site’s support and give them the payment code.',
    },
  },
  confirm: {
    title: 'Have you sent the transfer?',
    body: 'Confirm if you have sent this amount from your bank, with this code in the description.',
    yes: 'Yes, I have sent it',
    yesWithDetails: 'Yes, and I will add a receipt',
    no: 'Not yet',
  },
  help: {
    title: 'Is something wrong?',
    noDescription: {
      title: 'I could not write a description (cash machine, branch)',
      body: 'Press “I have sent the transfer” anyway, and add your receipt. We will look for your transfer by your name and the amount, which takes longer.',
    },
    otherAmount: {
      title: 'I sent a different amount',
      body: 'Press “I have sent the transfer”. Our team looks at the amount that arrived and completes your payment. If some is missing, start a new payment on the site for the rest.',
    },
    otherAccount: {
      title: 'I sent it from someone else’s account',
      body: 'The transfer has to come from an account in your own name. If it came from another one, please contact the site’s support.',
    },
  },
  checking: {
    title: 'We are checking your transfer',
    body: 'Thank you for telling us. Your payment is approved when the money reaches us. This page updates by itself, and you may close it.',
    keep: 'If you contact the site’s support, give them this code.',
  },
  details: {
    title: 'Sender and receipt',
    body: 'Thank you for telling us. All of this is optional; it helps us find your transfer sooner.',
    add: 'Add the sender or a receipt',
    labels: {
      senderName: 'Name on the account that paid',
      ibanLastFour: 'Last four digits of its IBAN',
      sentAt: 'Day and time you sent it (time in Turkey)',
    },
    save: 'Send the details',
    receiptLabel: 'Receipt',
    receiptHelp:
      'Easiest is your bank’s PDF or a screenshot: PDF, PNG, JPEG or WebP, at most 2 MB. Only the team that checks your payment sees it.',
    enough: 'You have uploaded three files. No more are needed.',
    back: 'Back to payment status',
    given: {
      sender: 'Sender',
      ibanLastFour: 'Last four digits of the IBAN',
      sentAt: 'Sent at',
      receipt: 'Receipt',
      files: '{count} uploaded',
    },
    problems: {
      senderName: 'Write the name as your bank has it, in one line of at most 128 letters.',
      ibanLastFour: 'Write the last four digits of the IBAN, such as 4832.',
      sentAt:
        'Check the day and the time. They can be neither in the future nor more than a day before this payment.',
      nothing: 'Fill in at least one field, or choose a receipt.',
      tooLarge: 'The file is larger than 2 MB. Upload the PDF or a screenshot of the receipt.',
      wrongType: 'This file isn’t a PDF, PNG, JPEG or WebP. Upload the PDF or a screenshot of the receipt.',
      applePhoto:
        'The photo format of an iPhone (HEIC) cannot be opened. Upload the PDF or a screenshot of the receipt.',
      tooMany: 'You have uploaded three files for this payment, and more cannot be taken.',
    },
    preparing: 'Making the photo smaller…',
    received: 'We have your receipt.',
  },
  approved: {
    title: 'Your payment is approved',
    body: 'We have received your transfer and told the site.',
    asked: 'Amount requested',
    received: 'Amount received',
  },
  paused: {
    title: 'Please don’t send money now',
    body: 'The bank account of this payment is out of use. When there is a new one, it appears on this page; or go back to the site and start a new payment.',
    sent: 'I had already sent the transfer',
  },
  late: {
    title: 'Your payment was approved late',
    body: 'Your money arrived after this payment was closed. We approved it and told the site.',
  },
  reversed: {
    title: 'The payment was reversed',
    body: 'This payment was approved and later reversed: the money did not stay in our account.',
  },
  rejected: {
    title: 'The payment was not completed',
    support: 'If you have questions, contact the site’s support and give them this code.',
  },
  expired: {
    title: 'This payment has expired',
    body: 'Please don’t send money using these details. Go back to the site and start a new payment.',
    support: 'If you have sent the money, contact the site’s support and give them this code.',
  },
  reasons: {
    no_money_seen: 'No transfer with this code has reached our account.',
    amount_mismatch: 'The amount that arrived was not the amount of this payment.',
    third_party_sender:
      'The transfer came from an account in another name. Payments have to come from your own account.',
    duplicate: 'There was another transaction for the same payment, so we closed this one.',
    suspected_fraud: 'We could not complete this payment.',
    player_request: 'The payment was closed at your request.',
    partner_cancelled: 'The site cancelled this payment. Please don’t send money using its details.',
    expired: 'The time to pay has run out.',
    account_closed: 'The bank account of this payment is no longer in use. Please don’t send money to it.',
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
    notSaved: {
      title: 'Not saved, please try again',
      body: 'We could not save what you sent just now. Try again in a few seconds; pressing more than once does no harm.',
    },
  },
};
