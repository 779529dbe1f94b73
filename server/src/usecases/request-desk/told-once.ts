/** Of what a confirmation returns, what exists in the open this once. */
import type { CredentialTriple } from '../partners/new-credential.ts';
import { handOverInvitation } from '../partner-people/hand-over.ts';
import { handOver } from '../staff/invitation.ts';
import type { HandedOver, MadeLink, Post } from '../staff/invitation.ts';

export interface ToldOnce {
  /** Of a new person, or one who was reset. */
  enrolment: HandedOver | undefined;
  /** What a partner signs with. */
  credentials: CredentialTriple | undefined;
  /** What we sign webhooks with. */
  webhookSecret: string | undefined;
}

/** A link to enrol is sent here, outside the transaction that made it: a mail that fails undoes nothing. */
export async function toldOnce(result: unknown, post: Post): Promise<ToldOnce> {
  const { credentials, secret, ...made } = (result ?? {}) as Partial<MadeLink> & {
    credentials?: CredentialTriple;
    secret?: string;
  };
  const isLink = (one: Partial<MadeLink>): one is MadeLink => one.enrolment !== undefined;
  const enrolment = isLink(made)
    ? await (made.letter === undefined ? handOver : handOverInvitation)(made, post)
    : undefined;
  return { enrolment, credentials, webhookSecret: secret };
}
