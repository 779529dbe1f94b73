import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addAdd } from './add.ts';
import { addDisableAndEnable } from './disable-and-enable.ts';
import { addFreeze } from './freeze.ts';
import { addList } from './list.ts';
import { addPauseAndResume } from './pause-and-resume.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';

export function addBankAccountCommand(root: Command): void {
  const account = defineGroup(
    root,
    'bank-account',
    'our own accounts: players pay to them, payouts leave from them',
  );
  addAdd(account);
  addList(account);
  addShow(account);
  addDisableAndEnable(account);
  addFreeze(account);
  addPauseAndResume(account);
  addSet(account);
}
