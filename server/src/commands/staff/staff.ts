import type { Command } from 'commander';
import { addAdd } from './add.ts';
import { addDisable } from './disable.ts';
import { addEnable } from './enable.ts';
import { addList } from './list.ts';
import { addReset } from './reset.ts';
import { addRoles } from './roles.ts';

export function addStaffVerbs(staff: Command): void {
  addAdd(staff);
  addList(staff);
  addRoles(staff);
  addDisable(staff);
  addEnable(staff);
  addReset(staff);
}
