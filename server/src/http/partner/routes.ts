import type { FastifyInstance } from 'fastify';
import type { ApiDependencies } from '../api-dependencies.ts';
import { balanceRoutes } from './balance.ts';
import { createRoutes } from './create-routes.ts';
import { eventRoutes } from './events.ts';
import { transactionRoutes } from './transactions.ts';

/** The signed interface, /v1. */
export function partnerRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  createRoutes(app, dependencies);
  transactionRoutes(app, dependencies);
  eventRoutes(app, dependencies);
  balanceRoutes(app, dependencies);
}
