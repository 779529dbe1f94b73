import { turkishTime } from '@vezne/domain/turkish-time';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';
import { MAX_RECEIPTS } from '../../usecases/deposits/add-receipt.ts';
import type { ReceiptProblem } from '../../usecases/deposits/add-receipt.ts';
import { SENDER_NAME_MAX_LENGTH } from '../../usecases/deposits/checked-sender-details.ts';
import type {
  DetailName,
  DetailProblem,
  TypedDetails,
} from '../../usecases/deposits/checked-sender-details.ts';
import type { Language } from './language.ts';
import type { PageTexts } from './texts/page-texts.ts';
import { TEXTS } from './texts/texts.ts';
import { filled, writtenTime } from './written.ts';

/** What a form brought, when it is shown again. */
export interface FormState {
  typed?: TypedDetails;
  problems?: readonly DetailProblem[];
  receiptProblem?: ReceiptProblem;
}

export interface DetailField {
  name: DetailName;
  label: string;
  value: string;
  /** Null: nothing is wrong with it. */
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
    ['pattern', '[0-9]{4}'],
    ['maxlength', '4'],
    ['autocomplete', 'off'],
  ],
  sentAt: [['type', 'datetime-local']],
};

/** The fields with what was typed, or else with what was given before. */
export function detailFields(
  deposit: HostedDeposit,
  language: Language,
  { typed, problems = [] }: FormState = {},
): DetailField[] {
  const { details } = TEXTS[language];
  const { senderName, ibanLastFour, sentAt } = deposit;
  const values: TypedDetails = typed ?? {
    senderName: senderName ?? '',
    ibanLastFour: ibanLastFour ?? '',
    sentAt: sentAt === null ? '' : turkishTime(sentAt),
  };
  return (['senderName', 'ibanLastFour', 'sentAt'] as const).map((name) => ({
    name,
    label: details.labels[name],
    value: values[name],
    problem: problems.includes(name) ? details.problems[name] : null,
    attributes: ATTRIBUTES[name],
  }));
}

/** What the player has given so far, as lines of a list. */
export function givenRows(deposit: HostedDeposit, language: Language): { label: string; value: string }[] {
  const { details } = TEXTS[language];
  const { senderName, ibanLastFour, sentAt, receiptCount } = deposit;
  const rows = [
    { label: details.given.sender, value: senderName },
    { label: details.given.ibanLastFour, value: ibanLastFour },
    { label: details.given.sentAt, value: sentAt && writtenTime(sentAt, language) },
    {
      label: details.given.receipt,
      value: receiptCount === 0 ? null : filled(details.given.files, { count: String(receiptCount) }),
    },
  ];
  return rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
}

/** The sentences above the two forms, if something is wrong with them as a whole. */
export function formProblems(
  { details }: PageTexts,
  { problems = [], receiptProblem }: FormState,
): { detailsProblem: string | null; receiptProblem: string | null } {
  return {
    detailsProblem: problems.includes('nothing') ? details.problems.nothing : null,
    receiptProblem: receiptProblem === undefined ? null : details.problems[receiptProblem],
  };
}

export function mayAddReceipt({ receiptCount }: HostedDeposit): boolean {
  return receiptCount < MAX_RECEIPTS;
}
