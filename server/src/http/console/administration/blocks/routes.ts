import * as contract from '@vezne/contract/console/blocks';
import type { FastifyInstance } from 'fastify';
import { findListedBlock, searchBlocks } from '../../../../db/read/partners/block-list.ts';
import { findWaitingChanges } from '../../../../db/read/requests/waiting-changes.ts';
import { block } from '../../../../usecases/blocks/block.ts';
import { unblock } from '../../../../usecases/blocks/unblock.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { consoleRoute } from '../../route.ts';
import { moment } from '../../shown.ts';
import { changeRoute } from '../change.ts';
import { shownBlock } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Who is blocked and why; blocking by one person, unblocking by two. */
export function blockRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.findBlocks, async ({ body }) => {
    const { state, kind = null, partnerId = null, text = null, before = null } = body;
    const limit = contract.BLOCKS_PAGE + 1;
    const search = { state, kind, partnerId, text, before };
    const found = await searchBlocks(pool, search, { ...OPTIONS, limit });
    const shown = found.slice(0, contract.BLOCKS_PAGE);
    return {
      blocks: shown.map(shownBlock),
      next: found.length === limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
  consoleRoute(app, dependencies, contract.getBlock, async ({ id }) => {
    const found = await findListedBlock(pool, id, OPTIONS);
    if (found === undefined) throw new ConsoleError('not_found');
    const waiting = await findWaitingChanges(pool, { type: 'block', id }, OPTIONS);
    return {
      ...shownBlock(found),
      waiting: waiting.map(({ askedAt, ...change }) => ({ ...change, askedAt: moment(askedAt) })),
    };
  });
  changeRoute(app, dependencies, contract.addBlock, async (context, { body: { subject, reason, until } }) => {
    const result = await block(context, {
      subject:
        subject.kind === 'iban'
          ? { iban: subject.iban }
          : { partner: subject.partnerId, customerId: subject.customerId },
      reason,
      until: until === null ? null : new Date(until),
    });
    return { outcome: 'done', result };
  });
  changeRoute(app, dependencies, contract.removeBlock, async (context, { id }) => await unblock(context, id));
}
