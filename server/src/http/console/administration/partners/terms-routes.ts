import * as contract from '@vezne/contract/console/partner-terms';
import type { FastifyInstance } from 'fastify';
import { listTermsHistory } from '../../../../db/read/partners/terms-history.ts';
import { createPartner } from '../../../../usecases/partners/create.ts';
import { setTerms } from '../../../../usecases/partners/set-terms.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { consoleRoute } from '../../route.ts';
import { moment, wire } from '../../shown.ts';
import { changeRoute } from '../change.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What partners pay, and new partners. */
export function partnerTermsRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.listPartnerTerms, async ({ id }) => {
    const versions = await listTermsHistory(pool, id, OPTIONS);
    // A partner has terms from its first day.
    if (versions.length === 0) throw new ConsoleError('not_found');
    return {
      versions: versions.map(({ effectiveFrom, fixedCents, ...version }) => ({
        ...version,
        fixedCents: wire(fixedCents),
        from: moment(effectiveFrom),
      })),
    };
  });
  changeRoute(
    app,
    dependencies,
    contract.setPartnerTerms,
    async (context, { id, body: { direction, terms, from } }) =>
      await setTerms(context, {
        partner: id,
        direction,
        changes: terms,
        from: from === 'now' ? from : new Date(from),
      }),
  );
  changeRoute(app, dependencies, contract.createPartner, async (context, { body }) => {
    const { pressId: _pressId, note: _note, deposit, withdrawal, ...settings } = body;
    return await createPartner(context, { settings, terms: { deposit, withdrawal } });
  });
}
