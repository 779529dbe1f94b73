import * as contract from '@vezne/contract/console/settings';
import type { FastifyInstance } from 'fastify';
import { listOwnPartnerLimits } from '../../../../db/read/partners/partner-limits.ts';
import { listSettingsVersions, readSettingsNow } from '../../../../db/read/partners/settings-versions.ts';
import { findWaitingChanges } from '../../../../db/read/requests/waiting-changes.ts';
import {
  PLATFORM_SUBJECT,
  pausePlatform,
  resumePlatform,
  setLimits,
} from '../../../../usecases/settings/change.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { consoleRoute } from '../../route.ts';
import { changeRoute } from '../change.ts';
import { shownChange, shownPartnerLimits, shownSettingsNow } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What holds for every partner, how it came to be so, and the switch that stops everything new. */
export function settingsRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.getSettings, async () => {
    const now = await readSettingsNow(pool, OPTIONS);
    return shownSettingsNow(now, await findWaitingChanges(pool, PLATFORM_SUBJECT, OPTIONS));
  });
  consoleRoute(app, dependencies, contract.listSettingsVersions, async ({ query }) => {
    // One more than is shown: a version is read beside the one before it.
    const limit = contract.SETTINGS_PAGE + 1;
    const found = await listSettingsVersions(pool, { below: query.before ?? null, limit }, OPTIONS);
    const shown = found.slice(0, contract.SETTINGS_PAGE);
    return {
      versions: shown.map((version, index) => shownChange(version, found[index + 1])),
      next: found.length === limit ? (shown.at(-1)?.version ?? null) : null,
    };
  });
  consoleRoute(app, dependencies, contract.listPartnerLimits, async () => {
    const partners = await listOwnPartnerLimits(pool, OPTIONS);
    return { partners: partners.map(shownPartnerLimits) };
  });
  changeRoute(app, dependencies, contract.setLimits, async (context, { body }) => {
    const { pressId: _pressId, note: _note, ...limits } = body;
    return await setLimits(context, limits);
  });
  changeRoute(
    app,
    dependencies,
    contract.pausePlatform,
    async (context, { body: { deposits, withdrawals } }) =>
      await pausePlatform(context, { deposits, withdrawals }),
  );
  changeRoute(
    app,
    dependencies,
    contract.resumePlatform,
    async (context, { body: { deposits, withdrawals } }) =>
      await resumePlatform(context, { deposits, withdrawals }),
  );
}
