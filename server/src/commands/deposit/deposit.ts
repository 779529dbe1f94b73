import type { Command } from 'commander';
import { addApprove } from './approve.ts';
import { addConfirm } from './confirm.ts';
import { addCorrect } from './correct.ts';
import { addHoldAndUnhold } from './hold-and-unhold.ts';
import { addLate } from './late.ts';
import { addReject } from './reject.ts';

export function addDepositVerbs(deposit: Command): void {
  addApprove(deposit);
  addReject(deposit);
  addConfirm(deposit);
  addHoldAndUnhold(deposit);
  addCorrect(deposit);
  addLate(deposit);
}
