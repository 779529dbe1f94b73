import type { Command } from 'commander';
import { addGenerate } from './generate.ts';
import { addReseal } from './reseal.ts';
import { addUsage } from './usage.ts';

export function addKeysVerbs(keys: Command): void {
  addGenerate(keys);
  addUsage(keys);
  addReseal(keys);
}
