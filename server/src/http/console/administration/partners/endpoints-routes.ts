import * as contract from '@vezne/contract/console/partner-endpoints';
import { withoutQueries } from '@vezne/domain/hidden-queries';
import type { FastifyInstance } from 'fastify';
import { findAskedByPress } from '../../../../db/read/requests/four-eyes-requests.ts';
import {
  findEndpointDeliveries,
  findEndpointTest,
  findPartnerEndpoints,
  findWaitingAboutEndpoints,
} from '../../../../db/read/webhooks/partner-endpoints.ts';
import { findWebhookEndpoints } from '../../../../db/read/webhooks/endpoints.ts';
import type { CredentialContext } from '../../../../usecases/admin-context.ts';
import { refuseUnopenable } from '../../../../usecases/keys/sealing.ts';
import { addWebhookEndpoint } from '../../../../usecases/webhooks/add.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
  setWebhookEndpoint,
} from '../../../../usecases/webhooks/change.ts';
import { revokeOlderWebhookSecrets } from '../../../../usecases/webhooks/revoke-secret.ts';
import { rotateWebhookSecret } from '../../../../usecases/webhooks/rotate-secret.ts';
import { askForWebhookTest } from '../../../../usecases/webhooks/test.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { consoleRoute } from '../../route.ts';
import { changeRoute } from '../change.ts';
import { shownDelivery, shownPartnerEndpoint, shownTest } from './shown-endpoints.ts';
import { shownWaiting } from './shown.ts';

const OPTIONS = { timeoutMs: 5_000 };
/** Who has more to look through has the command line. */
const SHOWN_DELIVERIES = 50;

/** Where partners are told what happened. */
export function partnerEndpointsRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  endpointReadRoutes(app, dependencies);
  endpointSecretRoutes(app, dependencies);
  const allowPrivate = isDevelopment(dependencies);
  changeRoute(
    app,
    dependencies,
    contract.setPartnerEndpoint,
    async (context, { id, body: { url, events } }) =>
      await setWebhookEndpoint(context, { endpoint: id, url, events, allowPrivate }),
  );
  changeRoute(
    app,
    dependencies,
    contract.pausePartnerEndpoint,
    async (context, { id }) => await pauseWebhookEndpoint(context, id),
  );
  changeRoute(
    app,
    dependencies,
    contract.resumePartnerEndpoint,
    async (context, { id }) => await resumeWebhookEndpoint(context, id),
  );
  changeRoute(
    app,
    dependencies,
    contract.disablePartnerEndpoint,
    async (context, { id }) => await disableWebhookEndpoint(context, id),
  );
  changeRoute(
    app,
    dependencies,
    contract.enablePartnerEndpoint,
    async (context, { id }) => await enableWebhookEndpoint(context, id, { allowPrivate }),
  );
  changeRoute(app, dependencies, contract.testEndpoint, async (context, { id }) => ({
    outcome: 'done',
    result: await askForWebhookTest(context, id),
  }));
}

const isDevelopment = ({ environment }: ConsoleDependencies): boolean => environment === 'development';

function endpointReadRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  consoleRoute(app, dependencies, contract.listPartnerEndpoints, async ({ id }) => {
    const endpoints = await findPartnerEndpoints(pool, id, OPTIONS);
    if (endpoints === undefined) throw new ConsoleError('not_found');
    const waiting = await findWaitingAboutEndpoints(pool, id, OPTIONS);
    return {
      endpoints: endpoints.map(shownPartnerEndpoint),
      waiting: waiting.map(({ url, ...change }) => ({
        ...shownWaiting(change),
        address: withoutQueries(url),
      })),
      isDevelopment: isDevelopment(dependencies),
    };
  });
  consoleRoute(app, dependencies, contract.listEndpointDeliveries, async ({ id, query: { state } }) => {
    const deliveries = await findEndpointDeliveries(pool, { id, state, limit: SHOWN_DELIVERIES }, OPTIONS);
    if (deliveries === undefined) throw new ConsoleError('not_found');
    return { deliveries: deliveries.map(shownDelivery) };
  });
  consoleRoute(app, dependencies, contract.getEndpointTest, async ({ id }) => {
    const test = await findEndpointTest(pool, id, OPTIONS);
    if (test === undefined) throw new ConsoleError('not_found');
    return shownTest(test);
  });
}

/** What makes a secret or ends one. */
function endpointSecretRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const allowPrivate = isDevelopment(dependencies);
  // On a developer's machine it may be done at once, and be sealed here; otherwise whoever confirms seals it, and is told.
  const refuseUnsealable = async (): Promise<void> => {
    if (!allowPrivate) return;
    const { pool } = dependencies.signIn;
    await refuseUnopenable(pool, { version: dependencies.sealing.keyVersion, role: 'vezne_worker' });
  };
  changeRoute(
    app,
    dependencies,
    contract.addPartnerEndpoint,
    async (context, { id, body: { url, events, sinceBeginning } }) => {
      if (await isAddedAlone(context)) return { outcome: 'done', result: { isChanged: false } };
      await refuseUnsealable();
      return await addWebhookEndpoint(context, { partner: id, url, events, sinceBeginning, allowPrivate });
    },
    tellSecret,
  );
  changeRoute(
    app,
    dependencies,
    contract.rotateEndpointSecret,
    async (context, { id, body: { overlapHours } }) => {
      await refuseUnsealable();
      return await rotateWebhookSecret(context, { endpoint: id, overlapHours, allowPrivate });
    },
    tellSecret,
  );
  changeRoute(app, dependencies, contract.revokeOlderSecrets, async (context, { id }) => ({
    outcome: 'done',
    result: await revokeOlderWebhookSecrets(context, id),
  }));
}

/**
 * One that a press added at once has the press's id: the same press adds it once, and tells its secret once. One that a press asked for
 * has it, too, and there the request says what is answered.
 */
async function isAddedAlone({ db, pressId }: CredentialContext): Promise<boolean> {
  if (pressId === undefined || (await findAskedByPress(db, pressId)) !== undefined) return false;
  return (await findWebhookEndpoints(db, pressId)).length > 0;
}

function tellSecret(result: { secret?: string }): object {
  return { webhookSecret: result.secret ?? null };
}
