import { handOver } from '../staff/invitation.ts';
import type { HandedOver, MadeLink, Post } from '../staff/invitation.ts';

/** An invitation always has an address. Where this process sends no mail, none was tried, and whoever confirmed hands the link over. */
export async function handOverInvitation(made: MadeLink, post: Post): Promise<HandedOver> {
  return await handOver(post.mailer === undefined ? { ...made, mailTo: undefined } : made, post);
}
