import type { Command } from 'commander';
import { addAdd } from './add.ts';
import { addList } from './list.ts';
import { addRemove } from './remove.ts';

export function addBlockVerbs(block: Command): void {
  addAdd(block);
  addList(block);
  addRemove(block);
}
