import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addAdd } from './add.ts';
import { addDisable } from './disable.ts';
import { addEnable } from './enable.ts';
import { addList } from './list.ts';
import { addReset } from './reset.ts';
import { addRoles } from './roles.ts';

export function addStaffCommand(root: Command): void {
  const staff = defineGroup(root, 'staff', 'our own people: who may sign in, and what they may do');
  addAdd(staff);
  addList(staff);
  addRoles(staff);
  addDisable(staff);
  addEnable(staff);
  addReset(staff);
}
