import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addConfirm } from './confirm.ts';
import { addDecline } from './decline.ts';
import { addList } from './list.ts';
import { addShow } from './show.ts';
import { addWithdraw } from './withdraw.ts';

export function addRequestCommand(root: Command): void {
  const request = defineGroup(root, 'request', 'what takes two people, and waits for the second');
  addList(request);
  addShow(request);
  addConfirm(request);
  addDecline(request);
  addWithdraw(request);
}
