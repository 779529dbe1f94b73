/** What the partner signs its requests with. A secret is told once, in the answer that makes it; no route reads one. */
import { MAX_OVERLAP_HOURS } from '@vezne/domain/key-overlap';
import { z } from 'zod';
import { moment, rowId } from '../sign-in/fields.ts';
import { DELETE_ERRORS, READ_ERRORS, WRITE_ERRORS } from '../sign-in/route.ts';
import type { PortalRoute } from './route.ts';

const triple = z.object({ apiKey: z.string(), apiSecret: z.string(), hashSecret: z.string() });
export type CredentialTriple = z.infer<typeof triple>;

const credential = z.object({
  id: rowId,
  apiKey: z.string(),
  createdAt: moment,
  /** Of one that a newer one replaces: both work until then. */
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
  isLive: z.boolean(),
  /** When a request was signed with it last, a few seconds late; null: never, or before this was written down. */
  lastUsedAt: moment.nullable(),
});
export type PartnerKey = z.infer<typeof credential>;

/** The newest first. */
export const listCredentials = {
  method: 'GET',
  path: '/api/credentials',
  permission: 'manage_credentials',
  stepUp: false,
  isPolled: true,
  response: z.object({
    credentials: z.array(credential),
    /** The triple of the demonstration, on a developer's machine alone. */
    demo: triple.nullable(),
    /** Where requests go; null if the portal was not told. */
    apiUrl: z.string().nullable(),
    readAt: moment,
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

export const overlapHours = z.int().min(0, 'is too small').max(MAX_OVERLAP_HOURS, 'is too large');

const made = z.object({
  credentials: triple,
  /** The older ones, each with its end. */
  expiring: z.array(z.object({ apiKey: z.string(), expiresAt: moment })),
  /** Until every process accepts it. */
  inForceWithinSeconds: z.int(),
});

/** Another triple; the others stay. */
export const createCredentials = {
  method: 'POST',
  path: '/api/credentials',
  permission: 'manage_credentials',
  stepUp: true,
  request: z.object({}).strict(),
  response: made,
  errors: [...WRITE_ERRORS, 'too_many_credentials', 'not_ready'],
} as const satisfies PortalRoute;

/** A new triple; the others end after the overlap. */
export const rotateCredentials = {
  method: 'POST',
  path: '/api/credentials/rotate',
  permission: 'manage_credentials',
  stepUp: true,
  request: z.object({ overlapHours }),
  response: made,
  errors: [...WRITE_ERRORS, 'too_many_credentials', 'not_ready'],
} as const satisfies PortalRoute;

/** It ends at once. */
export const revokeCredential = {
  method: 'DELETE',
  path: '/api/credentials/:id',
  permission: 'manage_credentials',
  stepUp: true,
  response: z.object({}),
  errors: [...DELETE_ERRORS, 'not_found'],
} as const satisfies PortalRoute;
