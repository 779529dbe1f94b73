import { AUDIT_EXPORT_ROWS, exportAuditLog } from '@vezne/contract/console/audit';
import { turkishTime } from '@vezne/domain/turkish-time';
import type { FastifyInstance } from 'fastify';
import * as usecase from '../../../usecases/audit/export.ts';
import { createFiles } from '../../signed-in/files.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { rawConsoleRoute } from '../route.ts';

export function auditExportRoute(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { referenceRound } = dependencies;
  const { pool, clock } = dependencies.signIn;
  const mostRows = dependencies.exportRows ?? AUDIT_EXPORT_ROWS;
  const files = createFiles();
  rawConsoleRoute(app, dependencies, exportAuditLog, async ({ session, query, reply }) => {
    const name = `vezne-audit-${turkishTime(new Date(clock.nowMs())).replaceAll(':', '')}.csv`;
    return await files.send(reply, async () => ({
      name,
      type: 'text/csv; charset=utf-8',
      bytes: await usecase.exportAuditLog(
        { pool, referenceRound },
        { actor: personOf(session), question: query, mostRows },
      ),
    }));
  });
}
