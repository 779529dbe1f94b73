/** From where the partner's requests may come. None: from anywhere. What opens more takes two people. */
import { z } from 'zod';
import { moment, rowId } from '../sign-in/fields.ts';
import { READ_ERRORS, WRITE_ERRORS } from '../sign-in/route.ts';
import type { PortalRoute } from './route.ts';

const networkRequest = z.object({
  id: rowId,
  before: z.array(z.string()),
  wanted: z.array(z.string()),
  askedBy: z.object({ name: z.string(), email: z.string(), isSelf: z.boolean() }),
  askedAt: moment,
  expiresAt: moment,
  /** Whose word is missing: another person of the partner, or ours, when the partner has nobody else who may. */
  waitsFor: z.enum(['colleague', 'us']),
});
export type NetworkRequest = z.infer<typeof networkRequest>;

export const getNetworks = {
  method: 'GET',
  path: '/api/networks',
  permission: 'manage_credentials',
  stepUp: false,
  response: z.object({
    networks: z.array(z.string()),
    request: networkRequest.nullable(),
    /** Where this very request came from. */
    ownAddress: z.string(),
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

/** With more, a partner writes to us. */
const MOST_NETWORKS = 50;
/** The longest list that we set. */
const MOST_OF_ALL = 200;

/** A list that is longer already can be shortened step by step: refused is only what makes it longer than both. */
export function mostNetworks(present: number): number {
  return Math.max(MOST_NETWORKS, present);
}

/** The whole list as it is to be. */
export const setNetworks = {
  method: 'POST',
  path: '/api/networks',
  permission: 'manage_credentials',
  stepUp: true,
  request: z.object({ networks: z.array(z.string().min(1).max(64)).max(MOST_OF_ALL, 'are too many') }),
  response: z.object({ outcome: z.enum(['done', 'asked']) }),
  errors: [...WRITE_ERRORS, 'network_request_open', 'too_many_networks'],
} as const satisfies PortalRoute;

const ending = { method: 'POST', permission: 'manage_credentials', request: z.object({}).strict() } as const;
const ENDING_ERRORS = [...WRITE_ERRORS, 'not_found', 'request_over'] as const;

/** Never by the one who asked. */
export const confirmNetworks = {
  ...ending,
  path: '/api/network-requests/:id/confirm',
  stepUp: true,
  response: z.object({}),
  errors: [...ENDING_ERRORS, 'own_request'],
} as const satisfies PortalRoute;

export const declineNetworks = {
  ...ending,
  path: '/api/network-requests/:id/decline',
  stepUp: false,
  response: z.object({}),
  errors: [...ENDING_ERRORS, 'own_request'],
} as const satisfies PortalRoute;

/** By the one who asked. */
export const withdrawNetworks = {
  ...ending,
  path: '/api/network-requests/:id/withdraw',
  stepUp: false,
  response: z.object({}),
  errors: [...ENDING_ERRORS, 'not_own_request'],
} as const satisfies PortalRoute;
