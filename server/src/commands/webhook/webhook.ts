import type { Command } from 'commander';
import { addAdd } from './add.ts';
import { addDeliveries } from './deliveries.ts';
import { addList } from './list.ts';
import { addReplay } from './replay.ts';
import { addRevoke } from './revoke.ts';
import { addRotate } from './rotate.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';
import { addStatusVerbs } from './status-verbs.ts';
import { addTest } from './test.ts';

export function addWebhookVerbs(webhook: Command): void {
  addAdd(webhook);
  addList(webhook);
  addShow(webhook);
  addSet(webhook);
  addStatusVerbs(webhook);
  addRotate(webhook);
  addRevoke(webhook);
  addDeliveries(webhook);
  addReplay(webhook);
  addTest(webhook);
}
