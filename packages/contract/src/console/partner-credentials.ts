/** What a partner signs with. Secrets are told once, to whoever confirms; no route reads them. */
import { z } from 'zod';
import { changePress, changeRoute } from './administration.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

const partnerCredential = z.object({
  id: rowId,
  apiKey: z.string(),
  createdAt: moment,
  createdBy: z.string(),
  /** Of one that a rotation ends. */
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
  isLive: z.boolean(),
});
export type PartnerCredential = z.infer<typeof partnerCredential>;

/** The newest first. */
export const listPartnerCredentials = {
  method: 'GET',
  path: '/api/partners/:id/credentials',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: z.object({ credentials: z.array(partnerCredential) }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** Another triple; the others stay. */
export const createPartnerCredentials = changeRoute('credentials.create', {
  path: '/api/partners/:id/credentials',
  request: changePress,
});

/** A new triple; the others end after the overlap. */
export const rotatePartnerCredentials = changeRoute('credentials.rotate', {
  path: '/api/partners/:id/credentials/rotate',
  request: changePress.extend({ overlapHours: z.int() }),
});

/** It ends at once, by one person. */
export const revokePartnerCredential = changeRoute('credentials.revoke', {
  path: '/api/partners/:id/credentials/revoke',
  request: changePress.extend({ apiKey: z.string().min(1).max(128) }),
});
