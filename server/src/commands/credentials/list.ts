import type { Command } from 'commander';
import { listCredentials } from '../../db/read/partners/credentials.ts';
import { getPartner } from '../../usecases/partners/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { columns } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { credentialRow } from './credential-row.ts';

export function addList(credentials: Command): void {
  defineCommand(credentials, {
    name: 'list <partner>',
    description: "a partner's API keys, oldest first, without the secrets",
    examples: ['vezne credentials list Acme'],
  }).action(
    action(async (nameOrId: string, options: Output) => {
      await withDatabase(async (db) => {
        const { id, name } = await getPartner(db, nameOrId);
        const listed = await listCredentials(db, id);
        const lines =
          listed.length === 0 ? [`Partner ${name} has no credentials.`] : columns(listed.map(credentialRow));
        print(options, plainValues({ partner: { id, name }, credentials: listed }), lines);
      });
    }),
  );
}
