import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addAdd } from './add.ts';
import { addList } from './list.ts';
import { addRemove } from './remove.ts';

export function addBlockCommand(root: Command): void {
  const block = defineGroup(root, 'block', 'players and IBANs that no new transaction is made for');
  addAdd(block);
  addList(block);
  addRemove(block);
}
