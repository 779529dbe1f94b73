import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import type { AskedRequest } from '../../db/read/requests/four-eyes-requests.ts';
import type { Database } from '../../db/schema.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { CredentialContext } from '../admin-context.ts';
import type { EndingTransaction } from '../four-eyes/end.ts';

/** What a confirmation needs. Whatever was asked may be done now, so it includes what makes new secrets. */
export interface ConfirmContext {
  pool: pg.Pool;
  db: Kysely<Database>;
  actor: Person;
  /** The marks of a payout that the second person has read, in their own words: whoever confirms authorises it. */
  marksRead?: readonly PayoutMark[] | undefined;
  /** Where refused money goes back to, as the second person has looked it up at the bank. */
  senderIban?: string | undefined;
  /** Read only when the request makes a secret. */
  issuer: () => Pick<CredentialContext, 'sealedSecrets' | 'cell'>;
  /** Where the console is. Read only when the request makes a link to it. */
  consoleUrl: () => string;
  /** The same of the portal. */
  portalUrl: () => string;
  tracing?: Tracing | undefined;
}

/** A request that a second person wants to confirm. */
export type Confirmation = ConfirmContext & {
  asked: AskedRequest;
  /** Nobody confirms yet: somebody looks what would come of it. */
  isPreview?: boolean;
};

/** What is done in the transaction that ends the request. Returns what the person is told. */
export type Prepared = (transaction: EndingTransaction) => Promise<unknown>;
