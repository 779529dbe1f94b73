import * as contract from '@vezne/contract/console/partners';
import type { FastifyInstance } from 'fastify';
import { findPartnerOverview, listPartnerOverviews } from '../../../../db/read/partner-overviews.ts';
import { findWaitingChanges } from '../../../../db/read/waiting-changes.ts';
import { pausePartner, resumePartner, setPartner } from '../../../../usecases/partners/change.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { personOf } from '../../person.ts';
import { consoleRoute } from '../../route.ts';
import { changeRoute } from '../change.ts';
import { shownPartner, shownPartnerDetail } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Partners: who they are, how they stand, and what they may. */
export function partnerRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.listPartners, async () => {
    const partners = await listPartnerOverviews(pool, OPTIONS);
    return { partners: partners.map(shownPartner) };
  });
  consoleRoute(app, dependencies, contract.getPartner, async ({ session, id }) => {
    const partner = await findPartnerOverview(pool, id, OPTIONS);
    if (partner === undefined) throw new ConsoleError('not_found');
    const waiting = await findWaitingChanges(pool, { type: 'partner', id }, OPTIONS);
    return shownPartnerDetail(partner, { waiting, viewer: personOf(session) });
  });
  changeRoute(
    app,
    dependencies,
    contract.pausePartner,
    async (context, { id, body: { deposits, withdrawals } }) =>
      await pausePartner(context, { partner: id, deposits, withdrawals }),
  );
  changeRoute(
    app,
    dependencies,
    contract.resumePartner,
    async (context, { id, body: { deposits, withdrawals } }) =>
      await resumePartner(context, { partner: id, deposits, withdrawals }),
  );
  changeRoute(app, dependencies, contract.setPartner, async (context, { id, body }) => {
    const { pressId: _pressId, note: _note, ...settings } = body;
    return await setPartner(context, { partner: id, settings });
  });
}
