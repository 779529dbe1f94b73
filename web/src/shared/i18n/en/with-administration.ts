import { administration } from './administration.ts';
import { audit } from './audit.ts';
import { bankAccounts } from './bank-accounts.ts';
import { blocks } from './blocks.ts';
import { partners } from './partners.ts';
import { settings } from './settings.ts';
import { staff } from './staff.ts';

/** What only the screens of the administration say, and requests about it: it comes with the first of them. */
export const texts = {
  ...administration,
  ...partners,
  ...bankAccounts,
  ...settings,
  ...blocks,
  ...staff,
  ...audit,
};
