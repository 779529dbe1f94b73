import type { Command } from 'commander';
import { addCreate } from './create.ts';
import { addInvite } from './invite.ts';
import { addList } from './list.ts';
import { addLogo } from './logo.ts';
import { addPauseAndResume } from './pause-and-resume.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';
import { addDisableAndEnable } from './disable-and-enable.ts';
import { addTerms } from './terms.ts';

export function addPartnerVerbs(partner: Command): void {
  addCreate(partner);
  addList(partner);
  addShow(partner);
  addSet(partner);
  addTerms(partner);
  addInvite(partner);
  addLogo(partner);
  addPauseAndResume(partner);
  addDisableAndEnable(partner);
}
