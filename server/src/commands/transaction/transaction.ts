import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addFind } from './find.ts';
import { addList } from './list.ts';
import { addReceiptFile } from './receipt.ts';
import { addShow } from './show.ts';

export function addTransactionCommand(root: Command): void {
  const transaction = defineGroup(
    root,
    'transaction',
    'deposits and withdrawals, as those who decide see them',
  );
  addShow(transaction);
  addFind(transaction);
  addList(transaction);
  addReceiptFile(transaction);
}
