import { SIGNING_EXAMPLE } from '../examples.ts';
import type { PARTNER_API } from '../routes.ts';

/** CommonMark, as in OpenAPI. Only paragraphs, lists and `code`, because the reference at /docs renders nothing else. */
type OperationText = { readonly tag: Tag; readonly description: string };

export type Tag = 'Deposits' | 'Withdrawals' | 'Transactions' | 'Events' | 'Balance' | 'Limits' | 'Webhooks';

export const TAGS: Readonly<Record<Tag, string>> = {
  Deposits: 'Money that a player brings by bank transfer.',
  Withdrawals: 'Money that a player is paid by bank transfer.',
  Transactions: 'Deposits and withdrawals after their creation.',
  Events: 'What has been decided, in the order in which it was.',
  Balance: 'What we hold for you.',
  Limits: 'What new transactions may amount to.',
  Webhooks: 'What we send to your address when something is decided.',
};

export const OPERATION_TEXTS: Readonly<Record<keyof typeof PARTNER_API, OperationText>> = {
  createDeposit: {
    tag: 'Deposits',
    description: `Creates a deposit and answers with \`hostedUrl\`, the page that tells the player where to transfer the money. Send the player there right away.

When the player says there that the transfer was sent, we send the player back to your \`redirectUrl\` with \`svcTransactionId\`, \`svcStatus\` and \`externalReference\` added to its query. A player who goes back without saying so brings the same three, with the state of that moment (\`waiting_payment\`): offer the payment again then. That is a courtesy of the browser, never a proof of payment: credit the player only once the deposit is \`approved\`, and then by \`playerAmountCents\`. The amount that arrives may differ from the one that was asked for.

**Safe to repeat.** The same \`externalReference\` with the same amount, currency and \`customer.id\` never creates a second deposit. It is answered 201 with the response of the first time, the same \`hostedUrl\` included, and the header \`Idempotent-Replayed: true\`, even if limits have changed or deposits are paused since. With another amount, currency or customer it is a conflict (409) that names the existing deposit.

**What a response means.** 201: the deposit exists. No response, because the connection broke or timed out, or 500: it is not known; send the same body again. Any other response: nothing was created by this request.`,
  },
  createWithdrawal: {
    tag: 'Withdrawals',
    description: `Creates a withdrawal, which enters the approval process at once. Reserve or deduct the player's balance on your side first. There is no page for the player.

**Safe to repeat.** The same \`externalReference\` with the same amount, currency, \`customer.id\` and IBAN never creates a second withdrawal. It is answered 201 with the response of the first time and the header \`Idempotent-Replayed: true\`. With another amount, currency, customer or IBAN it is a conflict (409) that names the existing withdrawal; spaces in the IBAN make no difference.

**What a response means.** 201: the withdrawal exists, and the player may be paid. No response, because the connection broke or timed out, or 500: it is not known. Never refund then; send the same body again until there is a response. 409: the transaction that is named exists; retrieve it. \`invalid_request\` with \`fields\` that don't name \`externalReference\` or the whole body, \`amount_out_of_range\`, \`commission_exceeds_amount\`, \`player_limit_reached\`, 403, 503, and 429 with the header \`RateLimit-Limit\`: the reference was looked up and nothing exists under it; if all earlier attempts were answered too, you may give the player the balance back. Any other response, such as 401, 413, 415 or \`invalid_json\`: this request did nothing, which proves nothing about earlier ones; correct it and send it again.`,
  },
  getTransaction: {
    tag: 'Transactions',
    description: `Answers a transaction as it is now, with all fields of its type. A creation that is repeated answers as on the first day; this is the call that shows the state of today.

A transaction of somebody else is answered 404, like one that does not exist. The body is empty, and an empty body is signed.`,
  },
  listTransactions: {
    tag: 'Transactions',
    description: `Lists your transactions, newest first, in pages. All parameters are optional and narrow the list down together. Follow \`nextCursor\` until it is null; a cursor is opaque and goes with the parameters it was given for. Transactions that are created meanwhile appear before the first page, so that following pages neither skip nor repeat any.

With \`externalReference\` it finds what became of a creation. More than one transaction can carry a reference: a deposit and a withdrawal may share it, and money that arrives late or once more is a deposit of its own with \`originalTransactionId\`.

The query string is part of the signed path, exactly as it is sent. A parameter that is unknown or given twice is refused.`,
  },
  cancelTransaction: {
    tag: 'Transactions',
    description: `Cancels a deposit whose player has not said yet that the transfer was sent, or a withdrawal that no operator has taken up. It becomes \`rejected\` with the reason \`partner_cancelled\`; nothing is credited, paid out or charged any more.

Safe to repeat: a transaction that you have cancelled is answered 200 with the same state again. One that is further along is a conflict (409) that says its status. Refund a withdrawal only after a 200; after a 409 it may still be paid out.

The body is empty or \`{}\`; sign exactly what you send.`,
  },
  listEvents: {
    tag: 'Events',
    description: `Lists what has been decided about your transactions, oldest first, in the order in which it was decided. It is how you learn outcomes without asking for each transaction.

**To follow it,** keep \`nextCursor\` and send it as \`after\` the next time. Every event has its place once and for all, and a new one always comes after those that could be read before it: whoever goes from cursor to cursor meets each event once and misses none. A page with fewer events than \`limit\` is the last one for now; \`nextCursor\` stays good for ever, so ask with it again in a while. Store it together with what you did about the events.

Go by \`event\`, and ignore one that you don't know. The amounts are those of the moment: a payout that a bank sends back has an approved event first and a rejected one later. An \`after\` that is not one of your events is refused. The query string is part of the signed path, exactly as it is sent.`,
  },
  getBalance: {
    tag: 'Balance',
    description: `Answers what we hold for you, all three figures of one moment. Approved deposits raise \`availableCents\` by their \`balanceImpactCents\`. When a withdrawal is authorised its share moves from \`availableCents\` to \`reservedCents\`, and leaves that when it is paid out or comes back when it is not. \`availableCents\` less \`openWithdrawalsCents\` is what remains once all that waits is authorised.`,
  },
  getLimits: {
    tag: 'Limits',
    description: `Answers the smallest and largest amounts of new deposits and withdrawals. Both ends are accepted. Administrators of the service can change them at any time, and existing transactions are not touched by that; read them when you show a form, not once a year.`,
  },
};

const { timestamp, method, path, body, hashSecret, apiSecret, signature } = SIGNING_EXAMPLE;

export const INFO_DESCRIPTION = `Vezne takes deposits from players by bank transfer and pays withdrawals out to them. A partner site sends signed JSON over HTTPS.

Amounts in requests are decimal strings with two fraction digits (\`"1000.00"\`). Amounts in responses are integers in minor units, in fields that end in \`Cents\` (\`100000\`).

**Signing.** Every request carries \`X-Api-Key\`, \`X-Timestamp\` and \`X-Signature\`. Join five parts with single dots: the timestamp, the method in upper case, the path with its query string starting at \`/v1/\`, the exact bytes of the body (nothing for GET), and your hash secret. The signature is the HMAC-SHA256 of that, keyed with your API secret, in lower-case hexadecimal. With the API secret \`${apiSecret}\` the text \`${timestamp}.${method}.${path}.${body}.${hashSecret}\` has the signature \`${signature}\`. The timestamp may be at most 300 seconds from our time.

**Retries.** Creations are identified by \`externalReference\`: send the same body again whenever there was no response, or 429, 500 or 503. Nothing is ever created twice. Never refund a player because a connection broke.

**Versioning.** The version is part of the path. Within \`/v1/\` fields, error codes and endpoints may be added, and none is removed or changes its meaning: ignore fields that you don't know.`;
