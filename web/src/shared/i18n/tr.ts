import { administration } from './tr/administration.ts';
import { audit } from './tr/audit.ts';
import { bankAccounts } from './tr/bank-accounts.ts';
import { blocks } from './tr/blocks.ts';
import { common } from './tr/common.ts';
import { desk } from './tr/desk.ts';
import { deposits } from './tr/deposits.ts';
import { door } from './tr/door.ts';
import { parts } from './tr/parts.ts';
import { partners } from './tr/partners.ts';
import { profile } from './tr/profile.ts';
import { refusals } from './tr/refusals.ts';
import { withdrawals } from './tr/withdrawals.ts';
import { requests } from './tr/requests.ts';
import { search } from './tr/search.ts';
import { settings } from './tr/settings.ts';
import { shell } from './tr/shell.ts';
import { staff } from './tr/staff.ts';
import { undelivered } from './tr/undelivered.ts';
import { waiting } from './tr/waiting.ts';

/** Everything that people read in the console, in Turkish: written, not translated. Short, polite, second person plural. */
export const tr = {
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
