import { Readable } from 'node:stream';
import { AUDIT_EXPORT_ROWS, exportAuditLog } from '@vezne/contract/console/audit';
import { turkishTime } from '@vezne/domain/turkish-time';
import type { FastifyInstance } from 'fastify';
import * as usecase from '../../../usecases/audit/export.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { rawConsoleRoute } from '../route.ts';

/** Each reads the log for seconds. Decisions come first. */
const MOST_AT_ONCE = 2;

/** Nothing in the file runs, wherever it is opened. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function auditExportRoute(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { referenceRound } = dependencies;
  const { pool, clock } = dependencies.signIn;
  const mostRows = dependencies.auditExportRows ?? AUDIT_EXPORT_ROWS;
  let running = 0;
  rawConsoleRoute(app, dependencies, exportAuditLog, async ({ session, query, reply }) => {
    if (running >= MOST_AT_ONCE) throw new ConsoleError('overloaded');
    running += 1;
    let isOver = false;
    const over = (): void => {
      if (!isOver) running -= 1;
      isOver = true;
    };
    try {
      const lines = await usecase.exportAuditLog(
        { pool, referenceRound },
        { actor: personOf(session), question: query, mostRows },
      );
      const name = `vezne-audit-${turkishTime(new Date(clock.nowMs())).replaceAll(':', '')}.csv`;
      // The stream also closes when the browser goes away in the middle.
      const stream = Readable.from(lines, { objectMode: false }).once('close', over);
      return await reply
        .headers({
          'content-security-policy': FILE_POLICY,
          'content-disposition': `attachment; filename="${name}"`,
        })
        .type('text/csv; charset=utf-8')
        .send(stream);
    } catch (error) {
      over();
      throw error;
    }
  });
}
