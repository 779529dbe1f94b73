import { CONSOLE_ERRORS } from '@vezne/contract/console/errors';
import type { ConsoleErrorCode, ConsoleErrorExtras, RefusalFigures } from '@vezne/contract/console/errors';
import { RefusedError } from '../../usecases/refusal.ts';
import type {
  DecisionRefusalCode,
  DeskRefusalCode,
  Refusal,
  RefusalDetails,
} from '../../usecases/refusal.ts';
import type { TextField } from '../../usecases/refusals/administration.ts';
import { HttpError } from '../server/http-error.ts';
import type { SurfaceErrors } from '../server/http-error.ts';
import { SIGN_IN_ANSWERS, commonProblem, expectedFailure } from '../signed-in/sign-in-error.ts';
import type { SignInAnswered } from '../signed-in/sign-in-error.ts';

/** Codes whose answer has more fields than a sentence must be given those fields. */
type ExtrasOf<Code extends ConsoleErrorCode> = Code extends keyof ConsoleErrorExtras
  ? [extras: ConsoleErrorExtras[Code]]
  : [];

export class ConsoleError<Code extends ConsoleErrorCode = ConsoleErrorCode> extends HttpError {
  override name = 'ConsoleError';

  constructor(code: Code, ...[extras]: ExtrasOf<Code>) {
    super({
      status: CONSOLE_ERRORS[code].status,
      code,
      text: CONSOLE_ERRORS[code].error,
      extras: extras ?? {},
      retryAfterSeconds: extras && 'retryAfterSeconds' in extras ? extras.retryAfterSeconds : undefined,
    });
  }
}

/** Texts that somebody typed, and files that are not there. */
type TypedCode = 'text_unusable' | 'text_empty' | 'text_too_long';
/** Money of a payout that went wrong is booked as an operation in the books. */
type MisdirectionCode = 'payout_not_found' | 'payout_never_authorised' | 'operation_conflict';
type ReceiptCode = 'transaction_has_no_receipt' | 'receipt_not_found';

/** What the console can answer: who signs in is refused, a person whose roles or proof don't suffice, and what somebody decides. */
type AnsweredCode =
  | SignInAnswered
  | DeskRefusalCode
  | DecisionRefusalCode
  | TypedCode
  | ReceiptCode
  | 'bank_account_not_found'
  | MisdirectionCode
  | 'endpoint_not_found'
  | 'too_many_ibans';

type Answers = { readonly [Code in AnsweredCode]: (details: RefusalDetails[Code]) => HttpError };

/** The fields of a body, by what the use cases call their texts. */
const FIELDS: Readonly<Partial<Record<TextField, string>>> = {
  note: 'note',
  bank_reference: 'bankReference',
  sender_seen: 'senderSeen',
  partner_name: 'name',
  bank_name: 'bankName',
  holder_name: 'holderName',
  staff_name: 'name',
  refund_note: 'refundNote',
  player_id: 'customerId',
  reason: 'reason',
};

function typedWrong({ field }: { field: TextField }, problem: string): ConsoleError {
  return new ConsoleError('invalid_request', { fields: [{ path: FIELDS[field] ?? '', problem }] });
}

/** Nothing was written, and the page says why: it has a sentence for each code, and shows the figures that it is about. */
const decisionRefused =
  (refusal: DecisionRefusalCode) =>
  (details: object | null): ConsoleError => {
    const figures = figuresIn(details ?? {});
    return new ConsoleError('decision_refused', {
      refusal,
      ...(Object.keys(figures).length === 0 ? {} : { figures }),
    });
  };

function figuresIn({ figures = {}, parts = {} }: { figures?: object; parts?: object }): RefusalFigures {
  const cents = Object.entries({ ...figures, ...parts }).filter(
    (entry): entry is [string, bigint] => typeof entry[1] === 'bigint',
  );
  return Object.fromEntries(cents.map(([name, amount]) => [name, Number(amount)]));
}

const DECISIONS_REFUSED = {
  state_conflict: decisionRefused('state_conflict'),
  transaction_changed: decisionRefused('transaction_changed'),
  credit_line_exceeded: decisionRefused('credit_line_exceeded'),
  second_person_needed: decisionRefused('second_person_needed'),
  paying_account_unavailable: decisionRefused('paying_account_unavailable'),
  payouts_paused: decisionRefused('payouts_paused'),
  nothing_left: decisionRefused('nothing_left'),
  account_unclear: decisionRefused('account_unclear'),
  nothing_to_correct: decisionRefused('nothing_to_correct'),
  account_without_money: decisionRefused('account_without_money'),
  arrived_out_of_range: decisionRefused('arrived_out_of_range'),
  misdirected_money_out: decisionRefused('misdirected_money_out'),
  reason_invalid: decisionRefused('reason_invalid'),
  bulk_too_large: decisionRefused('bulk_too_large'),
  needs_own_decision: decisionRefused('needs_own_decision'),
  request_already_open: decisionRefused('request_already_open'),
  pressed_otherwise: decisionRefused('pressed_otherwise'),
  sighting_needed: decisionRefused('sighting_needed'),
  bank_reference_used: decisionRefused('bank_reference_used'),
  money_seen_missing: decisionRefused('money_seen_missing'),
  money_seen_unsaid: decisionRefused('money_seen_unsaid'),
  money_seen_contradicts: decisionRefused('money_seen_contradicts'),
  payee_blocked: decisionRefused('payee_blocked'),
  marks_unread: decisionRefused('marks_unread'),
  bank_balance_needed: decisionRefused('bank_balance_needed'),
  bank_balance_too_low: decisionRefused('bank_balance_too_low'),
  shortfall_above_tolerance: decisionRefused('shortfall_above_tolerance'),
  not_the_taker: decisionRefused('not_the_taker'),
  parts_exceed_amount: decisionRefused('parts_exceed_amount'),
  parts_incomplete: decisionRefused('parts_incomplete'),
  parts_sent: decisionRefused('parts_sent'),
  part_already_recorded: decisionRefused('part_already_recorded'),
  not_sent_unsaid: decisionRefused('not_sent_unsaid'),
  hold_out_of_range: decisionRefused('hold_out_of_range'),
  not_held: decisionRefused('not_held'),
  deposit_still_open: decisionRefused('deposit_still_open'),
  late_money_waiting: decisionRefused('late_money_waiting'),
  refused_money_not_found: decisionRefused('refused_money_not_found'),
  refused_money_exceeded: decisionRefused('refused_money_exceeded'),
  refused_money_unsaid: decisionRefused('refused_money_unsaid'),
  refused_money_elsewhere: decisionRefused('refused_money_elsewhere'),
  money_seen_before: decisionRefused('money_seen_before'),
} satisfies {
  readonly [Code in Exclude<DecisionRefusalCode, 'transaction_not_found'>]: (
    details: RefusalDetails[Code],
  ) => ConsoleError;
};

/** The answer for each of them. A code without an entry does not compile. */
const ANSWERS: Answers = {
  ...SIGN_IN_ANSWERS,
  deposit_claimed: ({ name }) => new ConsoleError('deposit_claimed', { claimedBy: name }),
  text_unusable: (details) => typedWrong(details, 'has characters that are not allowed'),
  text_empty: (details) => typedWrong(details, 'is required'),
  text_too_long: (details) => typedWrong(details, `must have at most ${details.maxLength} characters`),
  transaction_has_no_receipt: () => new ConsoleError('not_found'),
  receipt_not_found: () => new ConsoleError('not_found'),
  endpoint_not_found: () => new ConsoleError('not_found'),
  too_many_ibans: () => new ConsoleError('too_many_ibans'),
  transaction_not_found: () => new ConsoleError('not_found'),
  // Late money names its account. To the person who chose it, it is the same as with a decision.
  bank_account_not_found: decisionRefused('paying_account_unavailable'),
  payout_not_found: () => new ConsoleError('not_found'),
  payout_never_authorised: decisionRefused('state_conflict'),
  operation_conflict: decisionRefused('pressed_otherwise'),
  ...DECISIONS_REFUSED,
};

function isAnswered(refusal: Refusal): refusal is Refusal<AnsweredCode> {
  return Object.hasOwn(ANSWERS, refusal.code);
}

function answerTo<Code extends AnsweredCode>({ code, details }: Refusal<Code>): HttpError {
  return ANSWERS[code](details);
}

export const consoleErrors: SurfaceErrors = {
  expected(error) {
    if (!(error instanceof RefusedError)) return expectedFailure(error);
    return isAnswered(error.refusal) ? answerTo(error.refusal) : undefined;
  },
  outcomeUnknown: () => new ConsoleError('outcome_unknown'),
  common: commonProblem,
};
