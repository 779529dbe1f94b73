import type { Command } from 'commander';
import { createCredentials } from '../../usecases/credentials/create.ts';
import { action } from '../action.ts';
import { asIssuer } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { print } from '../output.ts';
import { tripleLines } from './triple-lines.ts';

export function addCreate(credentials: Command): void {
  defineChange(credentials, {
    name: 'create <partner>',
    description: 'one more triple for a partner; those it has stay as they are',
    examples: ['vezne credentials create Acme'],
  }).action(
    action(async (nameOrId: string, options: ChangeOptions) => {
      await asIssuer(options, async (context) => {
        const created = await createCredentials(context, nameOrId);
        print(options, created, [
          `Partner ${created.partner.name} has new credentials.`,
          ...tripleLines(created.credentials),
        ]);
      });
    }),
  );
}
