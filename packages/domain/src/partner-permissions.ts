/** What people of a partner may do at the portal. Every route of the portal names one of these. */

/** In the order in which a person's roles are kept. */
export const PARTNER_ROLES = ['developer', 'finance', 'owner'] as const;
export type PartnerRole = (typeof PARTNER_ROLES)[number];

export const PARTNER_PERMISSIONS = [
  /** Transactions, their timeline and what the partner was told of them. */
  'read_transactions',
  /** Balances, entries and statements. */
  'read_money',
  /** Keys of the API, and networks that may use them. */
  'manage_credentials',
  /** Where events go, and whether they arrive. */
  'manage_webhooks',
  /** Who else may come in. */
  'manage_people',
] as const;
export type PartnerPermission = (typeof PARTNER_PERMISSIONS)[number];

/** What each permission is, for people. */
export const PARTNER_PERMISSION_TEXTS: Readonly<Record<PartnerPermission, string>> = {
  read_transactions: 'read transactions, their timeline and events',
  read_money: 'read balances, entries and statements',
  manage_credentials: 'create, rotate and revoke API keys, set networks',
  manage_webhooks: 'pause webhook endpoints, renew their secrets, test and resend',
  manage_people: 'invite and remove people',
};

/** A developer needs what was asked and told, and no balance; finance the money, and no key. */
const ROLES_WITH: Readonly<Record<PartnerPermission, readonly PartnerRole[]>> = {
  read_transactions: ['developer', 'finance', 'owner'],
  read_money: ['finance', 'owner'],
  manage_credentials: ['developer', 'owner'],
  manage_webhooks: ['developer', 'owner'],
  manage_people: ['owner'],
};

/** Whether one of the person's roles allows it. */
export function partnerCan(
  { roles }: { roles: readonly PartnerRole[] },
  permission: PartnerPermission,
): boolean {
  return ROLES_WITH[permission].some((role) => roles.includes(role));
}

/**
 * What somebody of ours reads who looks as a partner sees it. Keys and people are not among it: who needs those has the console, which shows no
 * secret.
 */
export const LOOK_PERMISSIONS: readonly PartnerPermission[] = [
  'read_transactions',
  'read_money',
  'manage_webhooks',
];

/** Each once, in the order in which they are kept: equal roles are equal lists. */
export function inRoleOrder(roles: readonly PartnerRole[]): PartnerRole[] {
  return PARTNER_ROLES.filter((role) => roles.includes(role));
}
