import type { AdminContext } from '../admin-context.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { refuseUnlessMay } from '../may.ts';
import { AUDIT_LOG_SUBJECT } from './export.ts';
import type { Verification } from './verify.ts';

export type VerificationResult = 'proven' | 'intact' | 'broken';

/**
 * Keeps what a verification found, in the name of the person who ran it, as an entry of the log itself. It is their word: the proof is to
 * verify again. Only the command line can write it.
 */
export async function recordVerification(
  { db, actor }: AdminContext,
  {
    verification,
    provenSealNo,
    problem,
  }: { verification: Verification; provenSealNo: bigint | null; problem: string | null },
): Promise<VerificationResult> {
  refuseUnlessMay(actor, 'audit.verify');
  const { head, seals, entries, unsealedEntries, backdatedEntries } = verification;
  const result = problem !== null ? 'broken' : provenSealNo === null ? 'intact' : 'proven';
  await db.transaction().execute(
    async (trx) =>
      await insertAuditEntry(trx, {
        actor,
        action: 'audit.verify',
        ...AUDIT_LOG_SUBJECT,
        details: {
          result,
          seals: String(seals),
          entries: String(entries),
          unsealedEntries: String(unsealedEntries),
          backdatedEntries: String(backdatedEntries),
          upToSeal: head === null ? null : String(head.sealNo),
          head: head?.hash ?? null,
          provenSeal: provenSealNo === null ? null : String(provenSealNo),
          ...(problem === null ? {} : { problem }),
        },
      }),
  );
  return result;
}
