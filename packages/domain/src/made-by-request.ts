/** What the confirmation of a request makes that exists in the open this once. */

/** Which requests make a secret, and which process opens it. */
const SECRET_OPENED_BY = {
  'credentials.create': 'api',
  'credentials.rotate': 'api',
  'partner.create': 'api',
  'webhook.add': 'worker',
  'webhook.rotate': 'worker',
} as const;

const MAKES_A_LINK = new Set(['partner_person.invite', 'staff.add', 'staff.reset']);

/** A secret that nobody saw is nobody's any more. A link to enrol may have gone by mail, and then it works. */
export function madeByRequest(action: string): 'secret' | 'link' | undefined {
  if (MAKES_A_LINK.has(action)) return 'link';
  return Object.hasOwn(SECRET_OPENED_BY, action) ? 'secret' : undefined;
}

export function openerOfSecret(action: string): 'api' | 'worker' | undefined {
  return Object.hasOwn(SECRET_OPENED_BY, action)
    ? SECRET_OPENED_BY[action as keyof typeof SECRET_OPENED_BY]
    : undefined;
}
