import { randomBytes } from 'node:crypto';
import type { Connection } from '../database.ts';

export type PaymentKind = 'deposit' | 'withdrawal';
export type PaymentState = 'sending' | 'open' | 'approved' | 'rejected' | 'refused';

export interface Payment {
  reference: string;
  kind: PaymentKind;
  player_id: string;
  amount_cents: bigint;
  request: string;
  state: PaymentState;
  transaction_id: string | null;
  hosted_url: string | null;
  created_at_ms: bigint;
}

/** A payment as the player sees it. */
export interface ListedPayment extends Payment {
  /**
   * What the balance contains for a deposit, including late money; 0 if it was corrected to zero, null if there never was
   * any.
   */
  credited_cents: bigint | null;
  /** What the balance got back of a withdrawal; null if nothing. */
  refunded_cents: bigint | null;
  /** As the webhooks told it, of all transfers together; null until they did. */
  received_cents: bigint | null;
  commission_cents: bigint | null;
  /** Paid out, if it is an approved withdrawal; null until a webhook told it. */
  paid_out_cents: bigint | null;
  /** Transfers whose amount was corrected after it had been confirmed. */
  correction_count: bigint;
  /** When the player said that the transfer was sent; null if never. It proves no payment. */
  said_sent_at_ms: bigint | null;
  /** The service's reason code of a rejected deposit. */
  reason_code: string | null;
}

const entries = (kind: 'deposit' | 'refund') => `(select sum(amount_cents) from entry
  where entry.reference = payment.reference and source like '${kind} %')`;
const told = (what: string) => `(select ${what} from figures where figures.reference = payment.reference)`;

const SELECT_LISTED = `select payment.*,
    (select reason_code from rejection where rejection.reference = payment.reference) as reason_code,
    (select said_at_ms from sent_claim where sent_claim.reference = payment.reference) as said_sent_at_ms,
    ${entries('deposit')} as credited_cents,
    ${entries('refund')} as refunded_cents,
    ${told('sum(received_cents)')} as received_cents,
    ${told('sum(commission_cents)')} as commission_cents,
    ${told("sum(player_cents) filter (where event = 'withdrawal.approved')")} as paid_out_cents,
    ${told("count(*) filter (where event = 'deposit.corrected')")} as correction_count
  from payment`;

/** More than fit on a screen; an example needs no pagination. */
const LIST_LENGTH = 50n;

const REFERENCE_PATTERN = /^shop-[0-9a-f]{24}$/;

/**
 * Created when a form is shown, and part of it. A form that is sent twice, by a double click or a reload, has the same
 * reference and creates one payment.
 */
export function newReference(): string {
  return `shop-${randomBytes(12).toString('hex')}`;
}

export function isReference(text: string): boolean {
  return REFERENCE_PATTERN.test(text);
}

/** False if the reference exists already: this form was sent before. */
export function addPayment(
  connection: Connection,
  payment: Pick<Payment, 'reference' | 'kind' | 'player_id' | 'amount_cents'> & { request: object },
): boolean {
  const added = connection.run(
    `insert into payment (reference, kind, player_id, amount_cents, request, created_at_ms)
     values (?, ?, ?, ?, ?, ?) on conflict (reference) do nothing`,
    payment.reference,
    payment.kind,
    payment.player_id,
    payment.amount_cents,
    JSON.stringify(payment.request),
    BigInt(Date.now()),
  );
  return added === 1;
}

export function findPayment(connection: Connection, reference: string): ListedPayment | undefined {
  return connection.rows<ListedPayment>(`${SELECT_LISTED} where reference = ?`, reference)[0];
}

export function listPayments(connection: Connection, playerId: string): ListedPayment[] {
  return connection.rows<ListedPayment>(
    `${SELECT_LISTED} where player_id = ? order by created_at_ms desc, reference limit ?`,
    playerId,
    LIST_LENGTH,
  );
}

/** Payments that the service may or may not have, oldest first. */
export function findUnsent(connection: Connection): Payment[] {
  return connection.rows<Payment>(`select * from payment where state = 'sending' order by created_at_ms`);
}

/** The service has it. A webhook may have been faster, and may have set the final state. */
export function markCreated(
  connection: Connection,
  reference: string,
  { id, hostedUrl }: { id: string; hostedUrl: string | null },
): void {
  connection.run(
    `update payment set transaction_id = ?, hosted_url = ?,
       state = case state when 'sending' then 'open' else state end
     where reference = ?`,
    id,
    hostedUrl,
    reference,
  );
}

/** Only to show to the player. The value of a payment comes from webhooks, never from this. */
export function keepReason(connection: Connection, reference: string, reasonCode: string): void {
  connection.run(
    'insert into rejection (reference, reason_code) values (?, ?) on conflict (reference) do nothing',
    reference,
    reasonCode,
  );
}

/** The first time counts: a reload, or a link that is opened again, says nothing new. */
export function keepSentClaim(connection: Connection, reference: string): void {
  connection.run(
    'insert into sent_claim (reference, said_at_ms) values (?, ?) on conflict (reference) do nothing',
    reference,
    BigInt(Date.now()),
  );
}

/** False, without a change, if the payment is no longer in one of those states. */
export function moveTo(
  connection: Connection,
  reference: string,
  { from, to }: { from: readonly PaymentState[]; to: PaymentState },
): boolean {
  const marks = from.map(() => '?').join(', ');
  return (
    connection.run(
      `update payment set state = ? where reference = ? and state in (${marks})`,
      to,
      reference,
      ...from,
    ) === 1
  );
}
