import type { Command } from 'commander';
import { listPartners } from '../../db/read/partners/partners.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { pausedText, table } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';

export function addList(partner: Command): void {
  defineCommand(partner, {
    name: 'list',
    description: 'all partners, by name',
    examples: ['vezne partner list'],
  }).action(
    action(async (options: Output) => {
      await withDatabase(async (db) => {
        const partners = await listPartners(db);
        const rows = partners.map(({ name, status, depositsPaused, withdrawalsPaused, id }) => [
          name,
          status,
          pausedText(depositsPaused),
          pausedText(withdrawalsPaused),
          id,
        ]);
        const lines = table(['name', 'status', 'deposits', 'withdrawals', 'id'], rows);
        const none = ['No partners yet. Create one with: vezne partner create --name NAME'];
        print(options, plainValues({ partners }), partners.length === 0 ? none : lines);
      });
    }),
  );
}
