import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../server/client-network.ts';
import type { ConsoleDependencies } from './dependencies.ts';

/** Where a page sends what its policy has stopped. */
export const CSP_REPORT_PATH = '/csp-report';

/** A browser reports what it finds once; anything beyond is noise that somebody makes. */
const REPORTS_PER_SECOND = 5;
const MAX_WORDS = 200;

/** Each report is a line in the log: our pages break no rule, so somebody put something into one, or we made a mistake. */
export function cspReportRoutes(app: FastifyInstance, { networkLimiter }: ConsoleDependencies): void {
  app.post(CSP_REPORT_PATH, async ({ ip, body, log, id }, reply) => {
    const { isAllowed } = networkLimiter.take(`csp ${clientNetwork(ip)}`, REPORTS_PER_SECOND);
    if (isAllowed)
      log.warn({ alarm: 'csp_report', requestId: id, report: shown(body) }, 'a page broke its policy');
    return await reply.code(204).send();
  });
}

/** The words of it, cut: a stranger may send anything. */
function shown(body: unknown): string {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_WORDS * 5);
}
