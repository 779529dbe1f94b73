import * as contract from '@vezne/contract/console/partners';
import type { FastifyInstance } from 'fastify';
import { findPartnerOverview, listPartnerOverviews } from '../../../../db/read/partners/partner-overviews.ts';
import { findShownSettings } from '../../../../db/read/partners/partner-details.ts';
import { findWaitingChanges } from '../../../../db/read/requests/waiting-changes.ts';
import { findWaitingPartners } from '../../../../db/read/partners/waiting-partners.ts';
import {
  disablePartner,
  enablePartner,
  pausePartner,
  resumePartner,
  setPartner,
} from '../../../../usecases/partners/change.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { personOf } from '../../person.ts';
import { consoleRoute } from '../../route.ts';
import { changeRoute } from '../change.ts';
import { readsAll, shownPartner, shownPartnerDetail, shownWaiting } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Partners: who they are, how they stand, and what they may. */
export function partnerRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.listPartners, async ({ session }) => {
    const partners = await listPartnerOverviews(pool, OPTIONS);
    const waiting = readsAll(personOf(session)) ? await findWaitingPartners(pool, OPTIONS) : [];
    return { partners: partners.map(shownPartner), waiting: waiting.map(shownWaiting) };
  });
  consoleRoute(app, dependencies, contract.getPartner, async ({ session, id }) => {
    const partner = await findPartnerOverview(pool, id, OPTIONS);
    if (partner === undefined) throw new ConsoleError('not_found');
    const viewer = personOf(session);
    const settings = readsAll(viewer) ? await findShownSettings(pool, id, OPTIONS) : undefined;
    const waiting = await findWaitingChanges(pool, { type: 'partner', id }, OPTIONS);
    return shownPartnerDetail(partner, { settings, waiting, viewer });
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
  changeRoute(
    app,
    dependencies,
    contract.disablePartner,
    async (context, { id }) => await disablePartner(context, id),
  );
  changeRoute(
    app,
    dependencies,
    contract.enablePartner,
    async (context, { id }) => await enablePartner(context, id),
  );
}
