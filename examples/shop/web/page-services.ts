import type { Limits } from '@vezne/sdk';
import type { Sender } from '../vezne/send.ts';

/** What the pages need from the service. */
export interface PageServices {
  sender: Sender;
  limits: () => Promise<Limits | undefined>;
}
