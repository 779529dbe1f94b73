import type { Command } from 'commander';
import { addConfirm } from './confirm.ts';
import { addDecline } from './decline.ts';
import { addList } from './list.ts';
import { addShow } from './show.ts';
import { addWithdraw } from './withdraw.ts';

export function addRequestVerbs(request: Command): void {
  addList(request);
  addShow(request);
  addConfirm(request);
  addDecline(request);
  addWithdraw(request);
}
