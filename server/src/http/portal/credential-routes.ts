import * as contract from '@vezne/contract/portal/credentials';
import type { FastifyInstance } from 'fastify';
import type { DemoCredentials } from '../../config/portal.ts';
import { makeKeys, readKeys, revokeKey } from '../../usecases/partner-keys/credentials.ts';
import type { ListedKey, MadeKeys } from '../../usecases/partner-keys/credentials.ts';
import type { PortalDependencies } from './dependencies.ts';
import { portalRoute } from './route.ts';

/** Every process reads its configuration at least this often. */
const IN_FORCE_WITHIN_SECONDS = 2;

/** Keys of the API. A secret leaves the process in the answer that makes it, and nowhere else. */
export function credentialRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const {
    signIn: context,
    keys: { cell, apiUrl, demo },
  } = dependencies;
  portalRoute(app, dependencies, contract.listCredentials, async ({ session }) => {
    const keys = await readKeys(context, session);
    return {
      credentials: keys.map(shownKey),
      demo: demoOf(keys, demo),
      apiUrl: apiUrl ?? null,
      readAt: new Date(context.clock.nowMs()).toISOString(),
    };
  });
  portalRoute(app, dependencies, contract.createCredentials, async ({ session, caller }) =>
    shownMade(await makeKeys(context, session, { cell, overlapHours: null, caller })),
  );
  portalRoute(
    app,
    dependencies,
    contract.rotateCredentials,
    async ({ session, caller, body: { overlapHours } }) =>
      shownMade(await makeKeys(context, session, { cell, overlapHours, caller })),
  );
  portalRoute(app, dependencies, contract.revokeCredential, async ({ session, caller, id }) => {
    await revokeKey(context, session, { id, caller });
    return {};
  });
}

/** It is shown to the partner whose key it is, for as long as it works. */
function demoOf(keys: readonly ListedKey[], demo: DemoCredentials | undefined): DemoCredentials | null {
  const isOwn = keys.some(({ apiKey, isLive }) => isLive && apiKey === demo?.apiKey);
  return isOwn && demo !== undefined ? demo : null;
}

function shownKey({ createdAt, expiresAt, revokedAt, lastUsedAt, ...key }: ListedKey) {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

function shownMade({ credentials, expiring }: MadeKeys) {
  return {
    credentials,
    expiring: expiring.map(({ apiKey, expiresAt }) => ({ apiKey, expiresAt: expiresAt.toISOString() })),
    inForceWithinSeconds: IN_FORCE_WITHIN_SECONDS,
  };
}
