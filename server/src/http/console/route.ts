import type { ConsoleRoute } from '@vezne/contract/console/route';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { StaffPerson } from '../../usecases/staff/signed-in.ts';
import { rawSurfaceRoute, surfaceRoute } from '../signed-in/route.ts';
import type { SurfaceCall } from '../signed-in/route.ts';
import type { ConsoleDependencies } from './dependencies.ts';

/** A request that may be served. */
export type ConsoleCall<Route extends ConsoleRoute> = SurfaceCall<Route, StaffPerson>;

/** Serves a route of the contract that is answered with JSON. */
export function consoleRoute<Route extends ConsoleRoute>(
  app: FastifyInstance,
  dependencies: ConsoleDependencies,
  route: Route,
  handle: (call: ConsoleCall<Route>) => Promise<z.input<Route['response']>>,
): void {
  surfaceRoute(app, dependencies, route, handle);
}

/** Serves a route that answers by itself: a file or a stream. */
export function rawConsoleRoute<Route extends ConsoleRoute>(
  app: FastifyInstance,
  dependencies: ConsoleDependencies,
  route: Route,
  handle: (call: ConsoleCall<Route>) => Promise<FastifyReply>,
): void {
  rawSurfaceRoute(app, dependencies, route, handle);
}
