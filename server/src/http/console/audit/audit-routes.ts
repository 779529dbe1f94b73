import {
  AUDIT_PAGE,
  countNewAuditEntries,
  getAuditChain,
  getAuditEntry,
  getAuditFilters,
  listAuditLog,
} from '@vezne/contract/console/audit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findLoggedEntry, listLoggedActors } from '../../../db/read/audit/log.ts';
import { findAuditNames } from '../../../db/read/audit/names.ts';
import { readChainState } from '../../../usecases/audit/chain-state.ts';
import { readAuditPage, understand } from '../../../usecases/audit/look-through.ts';
import { readEntrySeal } from '../../../usecases/audit/seal-of-entry.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { consoleRoute } from '../route.ts';
import { namedInEntry, namedInRow, shownEntry, shownRow, shownSubject } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Run it where the published heads are kept, not where the database is. */
const VERIFY_COMMAND = 'vezne audit verify --heads /var/log/vezne/audit-heads --as NAME';

/** The log of what people did. */
export function auditRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { referenceRound } = dependencies;
  const { pool } = dependencies.signIn;
  const reads = { pool, referenceRound };

  consoleRoute(app, dependencies, listAuditLog, async ({ query }) => {
    const { filters, subjects } = await understand(reads, query);
    const below = query.before === undefined ? undefined : BigInt(query.before);
    const found = await readAuditPage(pool, filters, {
      ...(below === undefined ? {} : { below }),
      limit: AUDIT_PAGE + 1,
    });
    const entries = found.slice(0, AUDIT_PAGE);
    const names = await findAuditNames(pool, [...entries.flatMap(namedInRow), ...(subjects ?? [])], OPTIONS);
    const last = entries.at(-1);
    return {
      entries: entries.map((entry) => shownRow(entry, names)),
      next: found.length > AUDIT_PAGE && last !== undefined ? String(last.id) : null,
      subjects: subjects?.map((subject) => shownSubject(subject, names)) ?? null,
    };
  });

  consoleRoute(app, dependencies, countNewAuditEntries, async ({ query }) => {
    const { filters } = await understand(reads, query);
    const above = query.after === undefined ? 0n : BigInt(query.after);
    const found = await readAuditPage(pool, filters, { above, limit: AUDIT_PAGE + 1 });
    return { count: Math.min(found.length, AUDIT_PAGE), isMore: found.length > AUDIT_PAGE };
  });

  consoleRoute(app, dependencies, getAuditFilters, async () => {
    const actors = await listLoggedActors(pool, OPTIONS);
    const names = await findAuditNames(
      pool,
      actors.map(({ id }) => ({ type: 'staff', id })),
      OPTIONS,
    );
    return {
      actors: actors.map((actor) => ({ ...actor, fullName: names.get(`staff:${actor.id}`)?.name ?? null })),
    };
  });

  consoleRoute(app, dependencies, getAuditEntry, async ({ request }) => {
    const entry = await findLoggedEntry(pool, numberIn(request), OPTIONS);
    if (entry === undefined) throw new ConsoleError('not_found');
    const names = await findAuditNames(pool, namedInEntry(entry), OPTIONS);
    return shownEntry(entry, names, await readEntrySeal(pool, entry.sealNo));
  });

  consoleRoute(app, dependencies, getAuditChain, async () => {
    const { lastSeal, unsealed, lastVerification: said } = await readChainState(pool);
    return {
      lastSeal:
        lastSeal === undefined
          ? null
          : {
              no: String(lastSeal.sealNo),
              hash: lastSeal.hash.toString('hex'),
              sealedAt: lastSeal.sealedAt.toISOString(),
            },
      unsealed: { count: Number(unsealed.count), oldestAt: unsealed.oldestAt?.toISOString() ?? null },
      lastVerification:
        said === undefined
          ? null
          : {
              ...said,
              at: said.at.toISOString(),
              upTo: said.upTo?.toISOString() ?? null,
              upToSeal: said.upToSeal === null ? null : String(said.upToSeal),
              provenSeal: said.provenSeal === null ? null : String(said.provenSeal),
            },
      command: VERIFY_COMMAND,
    };
  });
}

function numberIn({ params }: FastifyRequest): bigint {
  const { no = '' } = params as { no?: string };
  if (!/^[1-9]\d{0,17}$/.test(no)) throw new ConsoleError('not_found');
  return BigInt(no);
}
