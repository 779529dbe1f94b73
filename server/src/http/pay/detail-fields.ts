import { turkishTime } from '@vezne/domain/turkish-time';
import { displayTime } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import { MAX_RECEIPTS, RECEIPT_MAX_BYTES } from '../../usecases/deposits/add-receipt.ts';
import type { ReceiptProblem } from '../../usecases/deposits/add-receipt.ts';
import {
  SENDER_NAME_MAX_LENGTH,
  checkedSenderDetails,
} from '../../usecases/deposits/checked-sender-details.ts';
import type {
  DetailName,
  DetailProblem,
  TypedDetails,
} from '../../usecases/deposits/checked-sender-details.ts';
import { TEXTS } from './texts/texts.ts';
import { fillBlanks } from './formats.ts';

/** What the player sent, when the form is shown again. */
export interface FormState {
  /** The page responds to a form. */
  isFormResponse?: boolean;
  /** The player came to add a receipt. */
  isForReceipt?: boolean;
  typed?: TypedDetails;
  problems?: readonly DetailProblem[];
  receiptProblem?: ReceiptProblem | undefined;
}

interface DetailField {
  name: DetailName;
  label: string;
  value: string;
  /** Null: the field is fine. */
  problem: string | null;
  /** The other attributes of the input, as names and values. */
  attributes: readonly (readonly [name: string, value: string])[];
}

const ATTRIBUTES: Readonly<Record<DetailName, DetailField['attributes']>> = {
  senderName: [
    ['type', 'text'],
    ['maxlength', String(SENDER_NAME_MAX_LENGTH)],
    ['autocomplete', 'name'],
  ],
  ibanLastFour: [
    ['type', 'text'],
    ['inputmode', 'numeric'],
    // A player who pastes the whole IBAN has given its last four digits too.
    ['maxlength', '42'],
    ['autocomplete', 'off'],
  ],
  sentAt: [['type', 'datetime-local']],
};

const DETAIL_NAMES = ['senderName', 'ibanLastFour', 'sentAt'] as const satisfies readonly DetailName[];

/**
 * What we know before the player types anything: most pay from an account in their own name, and press soon after the
 * transfer. Only values that the form would take, since a player must not be told off for what we wrote.
 */
function knownDetails({ customerName, pressedAt, createdAt }: HostedDeposit): TypedDetails {
  const known = {
    senderName: customerName,
    ibanLastFour: '',
    sentAt: pressedAt === null ? '' : turkishTime(pressedAt),
  };
  const checked = checkedSenderDetails(known, { createdAt, nowMs: pressedAt?.getTime() ?? 0 });
  if (!Array.isArray(checked)) return known;
  return {
    ...known,
    senderName: checked.includes('senderName') ? '' : known.senderName,
    sentAt: checked.includes('sentAt') ? '' : known.sentAt,
  };
}

/** What was saved before. */
function savedDetails({ senderName, ibanLastFour, sentAt }: HostedDeposit): TypedDetails | undefined {
  if (senderName === null && ibanLastFour === null && sentAt === null) return undefined;
  return {
    senderName: senderName ?? '',
    ibanLastFour: ibanLastFour ?? '',
    sentAt: sentAt === null ? '' : turkishTime(sentAt),
  };
}

/**
 * Whether the form came back as we had filled it in. Beside a receipt that is nobody's word about who sent the money, and must not be kept
 * as the player's.
 */
export function isAsFilledIn(deposit: HostedDeposit, typed: TypedDetails): boolean {
  if (savedDetails(deposit) !== undefined) return false;
  const known = knownDetails(deposit);
  return DETAIL_NAMES.every((name) => typed[name] === known[name]);
}

/** The fields with what the player typed, or else with what was saved before, or else with what we know. */
function detailFields(
  deposit: HostedDeposit,
  language: Language,
  { typed, problems = [] }: FormState = {},
): DetailField[] {
  const { details } = TEXTS[language];
  const values = typed ?? savedDetails(deposit) ?? knownDetails(deposit);
  return DETAIL_NAMES.map((name) => ({
    name,
    label: details.labels[name],
    value: values[name],
    problem: problems.includes(name) ? details.problems[name] : null,
    attributes: ATTRIBUTES[name],
  }));
}

/** How many receipts there are; null if there are none. */
function receiptCountText({ receiptCount }: HostedDeposit, language: Language): string | null {
  if (receiptCount === 0) return null;
  return fillBlanks(TEXTS[language].details.given.files, { count: String(receiptCount) });
}

/** What the player has given so far, as rows of a list. */
export function givenRows(deposit: HostedDeposit, language: Language): { label: string; value: string }[] {
  const { details } = TEXTS[language];
  const { senderName, ibanLastFour, sentAt } = deposit;
  const rows = [
    { label: details.given.sender, value: senderName },
    { label: details.given.ibanLastFour, value: ibanLastFour },
    { label: details.given.sentAt, value: sentAt && displayTime(sentAt, language) },
    {
      label: details.given.receipt,
      value: receiptCountText(deposit, language),
    },
  ];
  return rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
}

/** The form as it is shown: the typed values, what is wrong with them, and the first wrong field, which gets the focus. */
export function formValues(
  deposit: HostedDeposit,
  language: Language,
  state: FormState,
): Record<string, unknown> {
  const { problems } = TEXTS[language].details;
  const fields = detailFields(deposit, language, state);
  const { receiptProblem } = state;
  const wrongField = fields.find(({ problem }) => problem !== null)?.name;
  return {
    fields,
    problem: state.problems?.includes('nothing') === true ? problems.nothing : null,
    receiptProblem: receiptProblem === undefined ? null : problems[receiptProblem],
    focused: wrongField ?? (receiptProblem === undefined ? null : 'receipt'),
    hasProblem: (state.problems ?? []).length > 0 || receiptProblem !== undefined,
    mayAddReceipt: deposit.receiptCount < MAX_RECEIPTS,
    receipts: receiptCountText(deposit, language),
    isForReceipt: state.isForReceipt === true,
    receiptMaxBytes: RECEIPT_MAX_BYTES,
  };
}
