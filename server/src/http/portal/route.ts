import type { PortalRoute } from '@vezne/contract/portal/route';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { PartnerPerson } from '../../usecases/partner-people/signed-in.ts';
import { rawSurfaceRoute, surfaceRoute } from '../signed-in/route.ts';
import type { SurfaceCall } from '../signed-in/route.ts';
import type { PortalDependencies } from './dependencies.ts';

/** Serves a route of the contract that is answered with JSON. */
export function portalRoute<Route extends PortalRoute>(
  app: FastifyInstance,
  dependencies: PortalDependencies,
  route: Route,
  handle: (call: SurfaceCall<Route, PartnerPerson>) => Promise<z.input<Route['response']>>,
): void {
  surfaceRoute(app, dependencies, route, handle);
}

/** Serves a route that answers by itself: a file. */
export function rawPortalRoute<Route extends PortalRoute>(
  app: FastifyInstance,
  dependencies: PortalDependencies,
  route: Route,
  handle: (call: SurfaceCall<Route, PartnerPerson>) => Promise<FastifyReply>,
): void {
  rawSurfaceRoute(app, dependencies, route, handle);
}
