import { untilSealsAreReplicated } from '../../db/write/audit-seals.ts';
import { appendNewHeads } from '../../usecases/audit/publish-heads.ts';
import { sealNextEntries } from '../../usecases/audit/seal.ts';
import type { NewSeal } from '../../usecases/audit/seal.ts';
import type { Job } from './job.ts';

export const sealAuditLogJob: Job = {
  name: 'seal_audit_log',
  // An entry could be changed unnoticed until it is sealed and its head is published, so this time is kept short.
  cron: '* * * * *',
  async run({ db, pool, log, auditHeadFile }) {
    const seals: NewSeal[] = [];
    for (;;) {
      const seal = await sealNextEntries(db);
      if (seal === undefined) break;
      seals.push(seal);
    }
    // Also runs when nothing is new: an interrupted run may have left a seal whose head is missing in the file.
    await untilSealsAreReplicated(pool);
    for (const { sealNo, hash, entryCount } of seals) {
      // The log leaves the machine, and the head with it. An attacker on this machine cannot change that copy.
      log.info(
        { sealNo: String(sealNo), hash: hash.toString('hex'), entries: entryCount },
        'audit entries were sealed',
      );
    }
    if (auditHeadFile !== undefined) await appendNewHeads(db, auditHeadFile);
  },
};
