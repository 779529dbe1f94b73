import * as contract from '@vezne/contract/console/partner-credentials';
import type { FastifyInstance } from 'fastify';
import { listCredentials } from '../../../../db/read/partners/credentials.ts';
import { findPartnerCredentials } from '../../../../db/read/partners/partner-details.ts';
import { createCredentials } from '../../../../usecases/credentials/create.ts';
import { revokeCredential } from '../../../../usecases/credentials/revoke.ts';
import { rotateCredentials } from '../../../../usecases/credentials/rotate.ts';
import { refused } from '../../../../usecases/refusal.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { consoleRoute } from '../../route.ts';
import { moment, momentOrNull } from '../../shown.ts';
import { changeRoute } from '../change.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What a partner signs with. Here nobody reads a secret: whoever confirms a request is told it, once. */
export function partnerCredentialsRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.listPartnerCredentials, async ({ id }) => {
    const credentials = await findPartnerCredentials(pool, id, OPTIONS);
    if (credentials === undefined) throw new ConsoleError('not_found');
    return {
      credentials: credentials.toReversed().map((credential) => ({
        ...credential,
        createdAt: moment(credential.createdAt),
        expiresAt: momentOrNull(credential.expiresAt),
        revokedAt: momentOrNull(credential.revokedAt),
      })),
    };
  });
  changeRoute(
    app,
    dependencies,
    contract.createPartnerCredentials,
    async (context, { id }) => await createCredentials(context, id),
  );
  changeRoute(
    app,
    dependencies,
    contract.rotatePartnerCredentials,
    async (context, { id, body: { overlapHours } }) =>
      await rotateCredentials(context, { partner: id, overlapHours }),
  );
  changeRoute(
    app,
    dependencies,
    contract.revokePartnerCredential,
    async (context, { id, body: { apiKey } }) => {
      const named = (await listCredentials(context.db, id)).find(
        (credential) => credential.apiKey === apiKey,
      );
      if (named === undefined) throw refused('api_key_not_found', { apiKey });
      // A press that comes twice finds it revoked, which is what it asked for.
      if (named.revokedAt !== null) return { outcome: 'done', result: { isChanged: false } };
      return { outcome: 'done', result: await revokeCredential(context, apiKey) };
    },
  );
}
