import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../server/client-network.ts';
import type { Surface } from './surface.ts';

/** Where a page sends what its policy has stopped. */
export const CSP_REPORT_PATH = '/csp-report';

/** A browser reports what it finds once; anything beyond is noise that somebody makes. */
const REPORTS_PER_SECOND = 5;

/** Each report is a line in the log: our pages break no rule, so somebody put something into one, or we made a mistake. */
export function cspReportRoutes(
  app: FastifyInstance,
  { networkLimiter }: Pick<Surface, 'networkLimiter'>,
): void {
  app.post(CSP_REPORT_PATH, async ({ ip, body, log, id }, reply) => {
    const { isAllowed } = networkLimiter.take(`csp ${clientNetwork(ip)}`, REPORTS_PER_SECOND);
    if (isAllowed)
      log.warn({ alarm: 'csp_report', requestId: id, ...shown(body) }, 'a page broke its policy');
    return await reply.code(204).send();
  });
}

interface ShownReport {
  /** The rule that was broken, such as `script-src-elem`. */
  directive: string;
  /** Whence something was to come: a place, or a word such as `inline`. */
  blocked: string;
  /** The screen, without what was looked at. */
  page: string;
}

/**
 * Three words of it, each in its own form. A stranger may send anything, and a browser sends the whole address of the page: what somebody
 * looks for stands there.
 */
function shown(body: unknown): ShownReport {
  const report = reportIn(body);
  const blocked = text(report['blocked-uri']);
  const directive = text(report['effective-directive'] ?? report['violated-directive']);
  return {
    directive: /^[a-z-]{1,40}(?= |$)/.exec(directive)?.[0] ?? 'unknown',
    blocked: /^[a-z-]{1,20}$/.exec(blocked)?.[0] ?? URL.parse(blocked)?.origin.slice(0, 100) ?? 'unknown',
    page:
      /^\/[a-z-]{0,40}(?=\/|$)/.exec(URL.parse(text(report['document-uri']))?.pathname ?? '')?.[0] ??
      'unknown',
  };
}

function reportIn(body: unknown): Readonly<Record<string, unknown>> {
  try {
    const sent = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '') as unknown;
    const report = Object(sent)['csp-report'] as unknown;
    return Object(report) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
