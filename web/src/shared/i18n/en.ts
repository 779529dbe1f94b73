import { administration } from './en/administration.ts';
import { audit } from './en/audit.ts';
import { bankAccounts } from './en/bank-accounts.ts';
import { blocks } from './en/blocks.ts';
import { common } from './en/common.ts';
import { desk } from './en/desk.ts';
import { deposits } from './en/deposits.ts';
import { door } from './en/door.ts';
import { parts } from './en/parts.ts';
import { partners } from './en/partners.ts';
import { profile } from './en/profile.ts';
import { refusals } from './en/refusals.ts';
import { withdrawals } from './en/withdrawals.ts';
import { requests } from './en/requests.ts';
import { search } from './en/search.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { staff } from './en/staff.ts';
import { undelivered } from './en/undelivered.ts';
import { waiting } from './en/waiting.ts';
import type { tr } from './tr.ts';

/** The same texts in English. A missing or a superfluous one does not compile. */
export const en: typeof tr = {
  ...common,
  ...refusals,
  ...door,
  ...shell,
  ...search,
  ...profile,
  ...desk,
  ...deposits,
  ...withdrawals,
  ...requests,
  ...waiting,
  ...undelivered,
  ...administration,
  ...partners,
  ...bankAccounts,
  ...settings,
  ...blocks,
  ...staff,
  ...audit,
  ...parts,
};
