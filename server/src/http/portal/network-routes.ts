import * as contract from '@vezne/contract/portal/networks';
import type { FastifyInstance } from 'fastify';
import { endNetworkRequestOf, readNetworksOf, setNetworksOf } from '../../usecases/partner-keys/networks.ts';
import type { OpenNetworkRequest } from '../../usecases/partner-keys/networks.ts';
import type { PortalSession } from '../../usecases/partner-people/signed-in.ts';
import type { PortalDependencies } from './dependencies.ts';
import { portalRoute } from './route.ts';

/** From where requests may come, and who has to agree to more. */
export function networkRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context } = dependencies;
  portalRoute(app, dependencies, contract.getNetworks, async ({ session, caller }) => {
    const { networks, request } = await readNetworksOf(context, session);
    return {
      networks,
      request: request === undefined ? null : shownRequest(request, session.person),
      ownAddress: caller.address,
    };
  });
  portalRoute(app, dependencies, contract.setNetworks, async ({ session, caller, body: { networks } }) => ({
    outcome: await setNetworksOf(context, session, { networks, caller }),
  }));
  for (const [route, how] of [
    [contract.confirmNetworks, 'confirmed'],
    [contract.declineNetworks, 'declined'],
    [contract.withdrawNetworks, 'withdrawn'],
  ] as const) {
    portalRoute(app, dependencies, route, async ({ session, caller, id }) => {
      await endNetworkRequestOf(context, session, { id, how, caller });
      return {};
    });
  }
}

function shownRequest(request: OpenNetworkRequest, { id: personId, isLook }: PortalSession['person']) {
  const { id, before, wanted, askedById, askedByName: name, askedByEmail: email } = request;
  return {
    id,
    before,
    wanted,
    askedBy: { name, email, isSelf: askedById === personId },
    askedAt: request.askedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    // Whoever is offered to confirm is that colleague, also in development, where a password is proof enough.
    waitsFor:
      request.hasColleague || (askedById !== personId && isLook !== true)
        ? ('colleague' as const)
        : ('us' as const),
  };
}
