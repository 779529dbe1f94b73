import type { Command } from 'commander';
import { addApprove } from './approve.ts';
import { addAuthorise } from './authorise.ts';
import { addCorrect } from './correct.ts';
import { addHandOver } from './hand-over.ts';
import { addPart } from './part.ts';
import { addReject } from './reject.ts';
import { addRelease } from './release.ts';
import { addReleaseWorkOf } from './release-work-of.ts';
import { addReturn } from './return.ts';
import { addTake } from './take.ts';

export function addWithdrawalVerbs(withdrawal: Command): void {
  addTake(withdrawal);
  addAuthorise(withdrawal);
  addPart(withdrawal);
  addHandOver(withdrawal);
  addApprove(withdrawal);
  addReject(withdrawal);
  addRelease(withdrawal);
  addReleaseWorkOf(withdrawal);
  addReturn(withdrawal);
  addCorrect(withdrawal);
}
