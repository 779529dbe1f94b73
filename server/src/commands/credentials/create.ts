import type { Command } from 'commander';
import { createCredentials } from '../../usecases/credentials/create.ts';
import type { CreatedCredentials } from '../../usecases/credentials/create.ts';
import { action } from '../action.ts';
import { asIssuer } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { tripleLines } from './triple-lines.ts';

export function addCreate(credentials: Command): void {
  defineAct(credentials, {
    name: 'create <partner>',
    description: 'one more triple for a partner; those it has stay as they are',
    examples: ['vezne credentials create Acme'],
  }).action(
    action(async (nameOrId: string, options: ChangeOptions) => {
      await asIssuer(options, async (context) => {
        printPerformed(options, await createCredentials(context, nameOrId), createdCredentials);
      });
    }),
  );
}

export function createdCredentials(created: CreatedCredentials): Told {
  return {
    values: created,
    lines: [`Partner ${created.partner.name} has new credentials.`, ...tripleLines(created.credentials)],
  };
}
