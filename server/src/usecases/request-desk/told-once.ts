/** Of what a confirmation returns, what exists in the open this once. */
import type { CredentialTriple } from '../partners/new-credential.ts';
import type { EnrolmentLink } from '../staff/enrolment.ts';

export interface ToldOnce {
  /** Of a new person, or one who was reset. */
  enrolment: EnrolmentLink | undefined;
  /** What a partner signs with. */
  credentials: CredentialTriple | undefined;
  /** What we sign webhooks with. */
  webhookSecret: string | undefined;
}

export function toldOnce(result: unknown): ToldOnce {
  const { enrolment, credentials, secret } = (result ?? {}) as {
    enrolment?: EnrolmentLink;
    credentials?: CredentialTriple;
    secret?: string;
  };
  return { enrolment, credentials, webhookSecret: secret };
}
