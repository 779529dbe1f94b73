import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addCreate } from './create.ts';
import { addList } from './list.ts';
import { addLogo } from './logo.ts';
import { addPauseAndResume } from './pause-and-resume.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';
import { addDisableAndEnable } from './disable-and-enable.ts';
import { addTerms } from './terms.ts';

export function addPartnerCommand(root: Command): void {
  const partner = defineGroup(root, 'partner', 'partner sites: what they may do and what they pay');
  addCreate(partner);
  addList(partner);
  addShow(partner);
  addSet(partner);
  addTerms(partner);
  addLogo(partner);
  addPauseAndResume(partner);
  addDisableAndEnable(partner);
}
