import * as contract from '@vezne/contract/portal/statements';
import { toWireInteger } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { foldName } from '@vezne/domain/names';
import { STATEMENT_KEPT_DAYS, statementNumber } from '@vezne/domain/partner-statement';
import type { StatementFormat } from '@vezne/domain/partner-statement';
import type { FastifyInstance } from 'fastify';
import { askStatement } from '../../usecases/partner-statements/ask.ts';
import { openStatement } from '../../usecases/partner-statements/download.ts';
import { getMonth, getStatement, getUsage, listStatements } from '../../usecases/partner-statements/look.ts';
import type { ClosedMonth, StatementFile } from '../../usecases/partner-statements/look.ts';
import { createFiles } from '../signed-in/files.ts';
import type { PortalDependencies } from './dependencies.ts';
import { notFound } from './portal-error.ts';
import { portalRoute, rawPortalRoute } from './route.ts';

const DAY_MS = 86_400_000;

/** Of one process, for all partners. Each is a few megabytes. */
const DOWNLOADS_AT_ONCE = 8;
/** One partner's people never keep others from theirs. */
const DOWNLOADS_OF_PARTNER = 2;
/** A hundred megabytes over a slow line. */
const LONGEST_DOWNLOAD_MS = 600_000;

const MEDIA_TYPES: Readonly<Record<StatementFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What a partner takes away of its balance. */
export function statementRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, contract.listStatements, async ({ session }) => {
    const { months, files, firstDay, today } = await listStatements(context, session);
    return { months: months.map(shownMonth), files: files.map(shownFile), firstDay, today };
  });
  portalRoute(app, dependencies, contract.askStatement, async ({ session, caller, body }) => ({
    file: shownFile(await askStatement(context, session, { asked: body, caller })),
  }));
  portalRoute(app, dependencies, contract.getStatement, async ({ session, id }) => {
    const file = await getStatement(context, session, id);
    if (file === undefined) throw notFound();
    return { file: shownFile(file) };
  });
  portalRoute(app, dependencies, contract.getStatementMonth, async ({ session, query }) => {
    const found = await getMonth(context, session, query.month);
    if (found === undefined) throw notFound();
    const { month, closed, movements, entries } = found;
    return {
      month,
      currency: 'TRY' as const,
      number: closed === null ? null : statementNumber({ month, no: closed.no }),
      closedAt: closed?.closedAt.toISOString() ?? null,
      movements,
      entries: Number(entries),
      ...shownEnds(found),
      sums: found.sums.map(({ kind, ...sum }) => ({ kind, ...shownAmounts(sum) })),
      reserveSums: found.reserveSums.map(({ kind, amountCents }) => ({
        kind,
        amountCents: toWireInteger(amountCents),
      })),
    };
  });
  portalRoute(app, dependencies, contract.getUsage, async ({ session, query }) => ({
    currency: 'TRY' as const,
    points: (await getUsage(context, session, query)).map(
      ({ at, deposits, withdrawals, commissionCents }) => ({
        at,
        deposits: shownAmounts(deposits),
        withdrawals: shownAmounts(withdrawals),
        commissionCents: toWireInteger(commissionCents),
      }),
    ),
  }));
  downloadRoute(app, dependencies);
}

function downloadRoute(app: FastifyInstance, dependencies: PortalDependencies): void {
  const files = createFiles({
    mostAtOnce: DOWNLOADS_AT_ONCE,
    mostOfOne: DOWNLOADS_OF_PARTNER,
    longestMs: LONGEST_DOWNLOAD_MS,
  });
  rawPortalRoute(app, dependencies, contract.downloadStatement, async ({ session, caller, id, reply }) => {
    // What is not there takes nobody's place.
    if ((await getStatement(dependencies.signIn, session, id)) === undefined) throw notFound();
    // That somebody takes it away is noted when it is opened, and so only if it is sent.
    const open = async () => {
      const { file, bytes } = await openStatement(dependencies.signIn, session, { id, caller });
      const type = MEDIA_TYPES[file.format];
      return {
        name: nameOf(file, session.person.partnerName),
        type,
        sizeBytes: Number(file.sizeBytes),
        bytes,
      };
    };
    return await files.send(reply, open, { of: session.person.partnerId });
  });
}

/** A file system has room for more; a name says whose it is long before. */
const LONGEST_PARTNER = 40;
const WORDS = { tr: 'ekstre', en: 'statement' } as const;

/**
 * "vezne-ekstre-mavi-oyun-VZ-2026-10-0007.pdf", or "vezne-statement-mavi-oyun-2026-11-01_2026-11-17.pdf". It stands in a header, between quotes:
 * of a partner's name only letters of ASCII and figures are left.
 */
function nameOf(file: StatementFile, partnerName: string): string {
  const { month, no, firstDay, lastDay, language, format } = file;
  const of = month === null || no === null ? `${firstDay}_${lastDay}` : statementNumber({ month, no });
  const partner = foldName(partnerName)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_PARTNER)
    .replaceAll(/^-|-$/g, '');
  return [`vezne-${WORDS[language]}`, ...(partner === '' ? [] : [partner]), `${of}.${format}`].join('-');
}

function shownMonth(closed: ClosedMonth) {
  return {
    month: closed.month,
    number: statementNumber(closed),
    closedAt: closed.closedAt.toISOString(),
    movements: closed.movements,
    ...shownEnds(closed),
  };
}

function shownFile(file: StatementFile) {
  const { month, no } = file;
  return {
    id: file.id,
    month,
    number: month === null || no === null ? null : statementNumber({ month, no }),
    from: file.firstDay,
    to: file.lastDay,
    language: file.language,
    format: file.format,
    state: file.state,
    problem: file.problem,
    sizeBytes: file.sizeBytes === null ? null : Number(file.sizeBytes),
    askedAt: file.askedAt.toISOString(),
    readyAt: file.state === 'ready' ? (file.endedAt?.toISOString() ?? null) : null,
    keptUntil: new Date(file.askedAt.getTime() + STATEMENT_KEPT_DAYS * DAY_MS).toISOString(),
  };
}

interface ShownEnds {
  openingCents: Cents;
  closingCents: Cents;
  reservedOpeningCents: Cents;
  reservedClosingCents: Cents;
}

function shownEnds(ends: ShownEnds) {
  return {
    openingCents: toWireInteger(ends.openingCents),
    closingCents: toWireInteger(ends.closingCents),
    reservedOpeningCents: toWireInteger(ends.reservedOpeningCents),
    reservedClosingCents: toWireInteger(ends.reservedClosingCents),
  };
}

function shownAmounts(sum: { count: number; grossCents: Cents; commissionCents: Cents; netCents: Cents }) {
  return {
    count: sum.count,
    grossCents: toWireInteger(sum.grossCents),
    commissionCents: toWireInteger(sum.commissionCents),
    netCents: toWireInteger(sum.netCents),
  };
}
