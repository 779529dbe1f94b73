import { administration } from './administration.ts';
import { audit } from './audit.ts';
import { bankAccounts } from './bank-accounts.ts';
import { blocks } from './blocks.ts';
import { partners } from './partners.ts';
import { parts } from './parts.ts';
import { settings } from './settings.ts';
import { staff } from './staff.ts';

/** What only the screens of the administration say, requests about it, and the page of all parts: it comes with the first of them. */
export const texts = {
  ...administration,
  ...partners,
  ...bankAccounts,
  ...settings,
  ...blocks,
  ...staff,
  ...audit,
  ...parts,
};
