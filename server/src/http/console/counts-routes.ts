import { countConfirmers, getCounts } from '@vezne/contract/console/counts';
import type { FastifyInstance } from 'fastify';
import { countOpenRequests } from '../../db/read/staff/sign-in.ts';
import { countConfirmers as countSignedIn } from '../../usecases/staff/confirmers.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { consoleRoute } from './route.ts';

/** Figures that every screen shows. */
export function countsRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { signIn: context } = dependencies;
  consoleRoute(app, dependencies, countConfirmers, async () => ({ signedIn: await countSignedIn(context) }));
  consoleRoute(app, dependencies, getCounts, async () => ({
    openRequests: await countOpenRequests(context.pool),
  }));
}
