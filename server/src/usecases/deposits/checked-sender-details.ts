import { normalizeText, textProblem } from '@vezne/domain/text';
import { parseTurkishTime } from '@vezne/domain/turkish-time';
import type { SenderDetails } from '../../db/read/transactions/sender-details.ts';

/** What a player typed. A missing value counts as an empty text. */
export interface TypedDetails {
  senderName: string;
  ibanLastFour: string;
  sentAt: string;
}

export type DetailName = keyof TypedDetails;
export type DetailProblem = DetailName | 'nothing';

/** The column's length. */
export const SENDER_NAME_MAX_LENGTH = 128;

/** A phone's clock may be ahead of ours. */
const AHEAD_MS = 15 * 60_000;
/** A transfer cannot be older than its code. One day of tolerance forgives a slip in the date. */
const BEFORE_CREATION_MS = 86_400_000;

/** The details in the form that is stored, or everything that is wrong with them. */
export function checkedSenderDetails(
  typed: TypedDetails,
  { createdAt, nowMs }: { createdAt: Date; nowMs: number },
): SenderDetails | DetailProblem[] {
  const senderName = normalizeText(typed.senderName, SENDER_NAME_MAX_LENGTH).trim();
  const ibanLastFour = lastFourOf(typed.ibanLastFour);
  const sentAtText = typed.sentAt.trim();
  if (senderName === '' && ibanLastFour === '' && sentAtText === '') return ['nothing'];
  const sentAt = parseTurkishTime(sentAtText);
  const isTimely =
    sentAt !== undefined &&
    sentAt.getTime() <= nowMs + AHEAD_MS &&
    sentAt.getTime() >= createdAt.getTime() - BEFORE_CREATION_MS;
  const problems: DetailProblem[] = [
    ...(isName(senderName) ? [] : ['senderName' as const]),
    ...(/^([0-9]{4})?$/.test(ibanLastFour) ? [] : ['ibanLastFour' as const]),
    ...(sentAtText === '' || isTimely ? [] : ['sentAt' as const]),
  ];
  if (problems.length > 0) return problems;
  return { senderName: senderName || null, ibanLastFour: ibanLastFour || null, sentAt: sentAt ?? null };
}

/** Four digits as they are, or the last four of a whole IBAN, which is easier to paste than to cut. */
function lastFourOf(text: string): string {
  const written = text.replace(/\s/g, '');
  return /^[A-Z]{2}[0-9A-Z]{13,32}$/i.test(written) ? written.slice(-4) : written;
}

/** Unicode calls them letters, but nothing is visible. */
const INVISIBLE_LETTERS = /[\u115f\u1160\u3164\uffa0]/g;

function isName(text: string): boolean {
  const isSeen = text === '' || /\p{L}/u.test(text.replace(INVISIBLE_LETTERS, ''));
  // Code points, as PostgreSQL counts them.
  return isSeen && Array.from(text).length <= SENDER_NAME_MAX_LENGTH && textProblem(text) === undefined;
}
