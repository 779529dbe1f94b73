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
    support: '{partner} support',
  },
  pay: {
    title: 'Bank transfer',
    timeLeft: 'Time left',
    openUntil: 'Pay by',
    codeNote: 'Write only this code in the description',
    fast: 'Your transfer arrives instantly by FAST, 24/7.',
    eft: 'By EFT, this amount arrives on working days, 08:30–17:30. From an account at {bank}, any amount arrives at once, at any hour.',
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
    exact:
      'If another amount arrives, our team looks at it: your payment is approved for what arrived, or rejected. Rejected money is held separately.',
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
      body: 'The old account no longer takes money; the new IBAN ends in {end}. If you sent to another, contact {support}.',
    },
    afterSent: {
      title: 'The receiving account has changed',
      body: 'If you have paid, don’t pay again. The old account no longer takes money; the right IBAN ends in {end}. If you sent to the old one, it may take us longer to find your money; contact {support} with the payment code.',
    },
    frozen: {
      title: 'This account no longer takes money',
      body: 'Please don’t send any more. If your transfer has reached the account, we still check it; if your payment is delayed, contact {support} with the payment code.',
    },
  },
  confirm: {
    title: 'Have you sent the transfer?',
    body: 'Confirm if you have sent this amount with this code in the description.',
    yes: 'Yes, I have sent it',
    yesWithDetails: 'Yes, and I will add a receipt',
    no: 'Not yet',
  },
  help: {
    title: 'Need help?',
    noDescription: {
      title: 'I could not write a description (cash machine, branch)',
      body: 'Press “I have sent the transfer” anyway, and add your receipt. We will look for your transfer by your name and the amount, which takes longer.',
    },
    otherAmount: {
      title: 'I sent a different amount',
      body: 'Press “I have sent the transfer”. Our team looks at the amount that arrived and decides on your payment. If some is missing, start a new payment for the rest.',
    },
    otherAccount: {
      title: 'I sent it from someone else’s account',
      body: 'The transfer has to come from an account in your own name. If it came from someone else’s, the payment may be rejected and the money goes back only to the account it came from; contact {support}.',
    },
  },
  checking: {
    title: 'We are checking your transfer',
    body: 'Thank you for telling us. Our team approves your payment when the money reaches us. This page updates by itself, and you may close it.',
    since: 'Being checked since',
    usual: 'Checking usually takes about {time}.',
    keep: 'Need help? Contact {support} with this code.',
  },
  answers: { why: 'Why?', where: 'Where is the money?', next: 'What happens next?' },
  details: {
    title: 'Sender and receipt',
    body: 'Thank you for telling us. All of this is optional; it helps us find your transfer sooner.',
    add: 'Add the sender or a receipt',
    labels: {
      senderName: 'Name on the sending account',
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
    body: 'We have received your transfer and let {partner} know.',
    bodyOther:
      '{received} arrived instead of {asked}. Your payment is approved for {received}, and we let {partner} know.',
    asked: 'Amount requested',
    received: 'Amount received',
  },
  paused: {
    title: 'Please don’t send money now',
    sent: 'I had already sent the transfer',
    outcome: {
      why: 'The bank account of this payment no longer takes money.',
      where:
        'If you haven’t sent it, it is in your account. If you have, we look for it by the payment code when it reaches the account; if the bank didn’t take it, it comes back to you.',
      next: 'When there is a new account, it appears on this page; or start a new payment at {partner}. If you have sent the money, tell us below; if your payment is delayed, contact {support} with this code.',
    },
  },
  late: {
    title: 'Your payment was approved late',
    afterAll: 'Your payment was rejected first, and approved after another look at the money that arrived.',
    outcome: {
      why: 'Your money arrived after this payment was closed.',
      where: '{late} arrived and was approved, and we let {partner} know.',
      next: 'There is nothing you need to do. If you can’t see the amount at {partner}, contact {support} with this code.',
    },
  },
  reversed: {
    title: 'The approval was reversed',
    outcome: {
      why: 'A check after the approval showed that the money of this payment is not in our account.',
      where:
        'The money of this payment is not with us. Look at your bank account: the transfer may not have been made, or the money may have come back to you.',
      next: 'If the money left your account and did not come back, contact {support} with this code and your receipt.',
    },
  },
  rejected: { title: 'Your payment could not be completed', titleClosed: 'This payment was closed' },
  expired: {
    title: 'This payment has expired',
    body: 'Please don’t send money for this payment; start a new one.',
    outcome: {
      why: 'The time to pay ran out before you told us about a transfer.',
      where:
        'If you haven’t sent it, it is in your account. If you have, we find it by the payment code when it reaches us, and it can be approved late.',
      next: 'If you have paid, don’t pay again: contact {support} with this code. If you haven’t, please don’t send money for this payment; start a new one at {partner}.',
    },
  },
  where: {
    missing:
      'If the money left your account, it may still be on its way, may have come back to you, or may have come without the code.',
    none: 'We have seen no money for this payment. If you sent it, we find it by the payment code when it reaches us, and look into it.',
    kept: '{open} arrived, and we hold it separately; it was not added to your account at {partner}.',
    part: 'Of the {seen} that arrived, we hold {open} separately; the rest went back to the account it came from or was added to the right payment.',
    gone: '{seen} arrived and is no longer with us: it went back to the account it came from or was added to the right payment.',
  },
  next: {
    look: 'Look at your bank account. If the money left it, contact {support} with this code and your receipt; money that is found later can still be approved.',
    other:
      'Please don’t send money with this code. Look at your other payment at {partner}. If you can’t see it there, contact {support} with this code.',
    again:
      'Please don’t send money for this payment; start a new one at {partner} whenever you like. If you have questions, contact {support} with this code.',
    stop: 'If you have paid, don’t pay again: contact {support} with this code. If you haven’t, please don’t send money for this payment; start a new one at {partner}.',
    ownAccount:
      'If the money is returned, it goes only to the account it came from. For a refund, contact {support} with this code; make a new payment from an account in your own name.',
    ask: 'Please don’t send any more money. For details, contact {support} with this code.',
    kept: 'Contact {support} with this code: after a check, the money is added to the right payment or goes back, only to the account it came from.',
    gone: 'Look at your bank account and at {partner}. If you can’t see the money, contact {support} with this code.',
  },
  reasons: {
    no_money_seen: 'No transfer with this code has reached our account.',
    amount_mismatch: 'The amount that arrived was not the amount of this payment.',
    third_party_sender:
      'The transfer came from an account in another name. Payments have to come from your own account.',
    duplicate: 'There was another transaction for the same payment, so we closed this one.',
    suspected_fraud: 'After a review, this payment was not accepted.',
    player_request: 'The payment was closed at your request.',
    partner_cancelled: '{partner} cancelled this payment.',
    expired: 'The time to pay has run out.',
    account_closed: 'The bank account of this payment no longer takes money.',
    payout_failed: 'The bank could not make the transfer.',
    payout_returned: 'The bank sent the transfer back.',
    other: 'After a review, this payment was not accepted.',
  },
  notices: {
    missing: {
      title: 'Page not found',
      body: 'There is no payment at this address. Please go back to the site and try again.',
    },
    tooMany: {
      title: 'Too many attempts',
      body: 'Please wait a little and try again. Your payment is not affected.',
    },
    unavailable: {
      title: 'Please try again in a moment',
      body: 'We cannot show the state of your payment right now. Your payment is not affected.',
    },
    notSaved: {
      title: 'Not saved, please try again',
      body: 'We could not save what you told us just now. Your transfer is not affected; don’t send the money again. Try again in a few seconds; pressing more than once does no harm.',
    },
  },
};
