import { z } from 'zod';
import { externalReference } from '../fields/text.ts';

/** All that is needed to say whether a reference is in use, however malformed the rest of a body is. */
export const referencedBody = z.object({ externalReference });
