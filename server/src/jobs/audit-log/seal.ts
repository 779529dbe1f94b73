import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../db/schema.ts';
import { untilSealsAreReplicated } from '../../db/write/audit/seals.ts';
import { appendNewHeads } from '../../usecases/audit/publish-heads.ts';
import { sealNextEntries } from '../../usecases/audit/seal.ts';
import type { NewSeal } from '../../usecases/audit/seal.ts';

export interface Sealing {
  db: Kysely<Database>;
  /** The same connections, for plain statements. */
  pool: pg.Pool;
  log: Logger;
  /** The file for the heads of the audit chain, which are also in the log. */
  auditHeadFile: string | undefined;
}

/** Seals all entries that wait, and publishes the heads that this worker's file does not have yet. */
export async function sealAndPublish({ db, pool, log, auditHeadFile }: Sealing): Promise<void> {
  const seals: NewSeal[] = [];
  for (;;) {
    const seal = await sealNextEntries(db);
    if (seal === undefined) break;
    seals.push(seal);
  }
  // Also runs when nothing is new: an interrupted run may have left a seal whose head is missing in the file.
  await untilSealsAreReplicated(pool);
  for (const { sealNo, hash, entryCount, addedAlone } of seals) {
    for (const { by, handle } of addedAlone) {
      log.error(
        { alarm: 'staff_added_alone', handle, by },
        'one person alone has added somebody to the staff; look whether that was meant',
      );
    }
    // The log leaves the machine, and the head with it. An attacker on this machine cannot change that copy.
    log.info(
      { sealNo: String(sealNo), hash: hash.toString('hex'), entries: entryCount },
      'audit entries were sealed',
    );
  }
  if (auditHeadFile !== undefined) await appendNewHeads(db, auditHeadFile);
}
