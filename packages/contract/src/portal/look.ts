/** Somebody of ours looks as the partner sees it. */
import { z } from 'zod';
import { enrolmentToken } from '../sign-in/fields.ts';
import { PUBLIC_WRITE_ERRORS } from '../sign-in/route.ts';
import type { PortalRoute } from './route.ts';

/** Uses the link up, and opens a session that only reads. */
export const openLook = {
  method: 'POST',
  path: '/api/look',
  permission: 'public',
  stepUp: false,
  request: z.object({ token: enrolmentToken }),
  response: z.object({}),
  errors: [...PUBLIC_WRITE_ERRORS, 'enrolment_invalid'],
} as const satisfies PortalRoute;
