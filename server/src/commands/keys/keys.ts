import type { Command } from 'commander';
import { defineGroup } from '../define-command.ts';
import { addGenerate } from './generate.ts';
import { addReseal } from './reseal.ts';
import { addUsage } from './usage.ts';

export function addKeysCommand(root: Command): void {
  const keys = defineGroup(root, 'keys', 'key material for the configuration, and what uses it');
  addGenerate(keys);
  addUsage(keys);
  addReseal(keys);
}
