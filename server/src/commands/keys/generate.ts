import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { defineCommand } from '../define-command.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';

export function addGenerate(keys: Command): void {
  defineCommand(keys, {
    name: 'generate',
    description: 'print a new set of keys, to be kept outside the database',
    examples: ['vezne keys generate >> vezne.env'],
  }).action((options: Output) => {
    const key = () => randomBytes(32).toString('base64');
    const set = {
      VEZNE_SECRET_KEYS: `1:${key()}`,
      VEZNE_PAGE_KEYS: `1:${key()}`,
      VEZNE_REFERENCE_CODE_KEY: key(),
      VEZNE_PORTAL_KEYS: `1:${key()}`,
    };
    print(
      options,
      set,
      Object.entries(set).map(([name, value]) => `${name}=${value}`),
    );
  });
}
