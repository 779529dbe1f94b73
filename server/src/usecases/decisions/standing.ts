import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRefusalCode } from '../refusal.ts';
import type { Standing } from '../refusals/decisions.ts';
import { partsSentOf } from './decision.ts';
import { marksOf } from './marks.ts';

/** Refusals that tell how much has been sent. */
const PARTS_CODES: ReadonlySet<DecisionRefusalCode> = new Set([
  'parts_incomplete',
  'parts_sent',
  'parts_exceed_amount',
]);

/** How a transaction stands, with what this refusal tells of it. */
export function standingOf(
  code: DecisionRefusalCode,
  transactionId: string,
  row: Omit<Standing, 'transactionId'> | DecisionRow | undefined,
): Standing {
  return {
    transactionId,
    ...(row && { status: row.status, stage: row.stage }),
    ...(code === 'marks_unread' && row && 'payoutIban' in row ? { marks: marksOf(row) } : {}),
    ...(row && 'payoutIban' in row && PARTS_CODES.has(code) ? { parts: partsSentOf(row) } : {}),
    ...(row && 'refusedOpenCents' in row && code === 'refused_money_exceeded'
      ? { openCents: row.refusedOpenCents ?? undefined }
      : {}),
  };
}
