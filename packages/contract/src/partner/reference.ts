import { z } from 'zod';
import { externalReference } from '../fields/text.ts';

/** Enough to say whether a reference is in use, even if the rest of the body is malformed. */
export const referencedBody = z.object({ externalReference });
