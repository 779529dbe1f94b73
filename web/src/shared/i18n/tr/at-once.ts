import { common } from './common.ts';
import { deposits } from './deposits.ts';
import { desk } from './desk.ts';
import { door } from './door.ts';
import { frame } from './frame.ts';
import { profile } from './profile.ts';
import { refusals } from './refusals.ts';
import { requests } from './requests.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { staffWords } from './staff-words.ts';
import { undelivered } from './undelivered.ts';
import { waiting } from './waiting.ts';
import { withdrawals } from './withdrawals.ts';

/** What a page needs before it shows anything. */
export const texts = {
  ...common,
  ...refusals,
  ...door,
  ...frame,
  ...staffWords,
  ...shell,
  ...search,
  ...profile,
  ...desk,
  ...deposits,
  ...withdrawals,
  ...requests,
  ...waiting,
  ...undelivered,
};
