import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addApprove } from './approve.ts';
import { addConfirm } from './confirm.ts';
import { addCorrect } from './correct.ts';
import { addHoldAndUnhold } from './hold-and-unhold.ts';
import { addLate } from './late.ts';
import { addReject } from './reject.ts';

export function addDepositCommand(root: Command): void {
  const deposit = defineGroup(root, 'deposit', 'decide on deposits while the console is away');
  addApprove(deposit);
  addReject(deposit);
  addConfirm(deposit);
  addHoldAndUnhold(deposit);
  addCorrect(deposit);
  addLate(deposit);
}
