import type { Command } from 'commander';
import { addFind } from './find.ts';
import { addList } from './list.ts';
import { addReceiptFile } from './receipt.ts';
import { addShow } from './show.ts';

export function addTransactionVerbs(transaction: Command): void {
  addShow(transaction);
  addFind(transaction);
  addList(transaction);
  addReceiptFile(transaction);
}
