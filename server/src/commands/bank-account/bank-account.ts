import type { Command } from 'commander';
import { addAdd } from './add.ts';
import { addDisableAndEnable } from './disable-and-enable.ts';
import { addFreeze } from './freeze.ts';
import { addList } from './list.ts';
import { addPauseAndResume } from './pause-and-resume.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';

export function addBankAccountVerbs(account: Command): void {
  addAdd(account);
  addList(account);
  addShow(account);
  addDisableAndEnable(account);
  addFreeze(account);
  addPauseAndResume(account);
  addSet(account);
}
