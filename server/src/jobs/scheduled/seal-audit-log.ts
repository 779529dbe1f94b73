import { untilSealsAreReplicated } from '../../db/write/audit-seals.ts';
import { appendNewHeads } from '../../usecases/audit/publish-heads.ts';
import { sealNextEntries } from '../../usecases/audit/seal.ts';
import type { NewSeal } from '../../usecases/audit/seal.ts';
import type { Job } from './job.ts';

export const sealAuditLogJob: Job = {
  name: 'seal_audit_log',
  // An entry can be changed unnoticed until it is sealed and its head is out, so that time is kept short.
  cron: '* * * * *',
  async run({ db, pool, log, auditHeadFile }) {
    const seals: NewSeal[] = [];
    for (;;) {
      const seal = await sealNextEntries(db);
      if (seal === undefined) break;
      seals.push(seal);
    }
    // Also when nothing is new: a run that was cut off may have left a seal whose head the file lacks.
    await untilSealsAreReplicated(pool);
    for (const { sealNo, hash, entryCount } of seals) {
      // The log leaves the machine, and the head with it: that is what makes it worth something.
      log.info(
        { sealNo: String(sealNo), hash: hash.toString('hex'), entries: entryCount },
        'audit entries were sealed',
      );
    }
    if (auditHeadFile !== undefined) await appendNewHeads(db, auditHeadFile);
  },
};
