import type { Command } from 'commander';
import { listLiveBlocks } from '../../db/read/partners/blocked-parties.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { defineCommand } from '../define-command.ts';
import { table, timeText } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { withDatabase } from '../with-database.ts';
import { partyText, untilText } from './block-rows.ts';

export function addList(block: Command): void {
  defineCommand(block, {
    name: 'list',
    description: 'the players and IBANs that are blocked now, newest first',
    examples: ['vezne block list'],
  }).action(
    action(async (options: Output) => {
      await withDatabase(async (db) => {
        const blocks = await listLiveBlocks(db);
        const rows = blocks.map((one) => [
          partyText(one),
          untilText(one),
          `${timeText(one.createdAt)} by ${one.blockedBy}`,
          one.reason,
          one.id,
        ]);
        const lines =
          blocks.length === 0
            ? ['Nobody is blocked.']
            : table(['who', 'how long', 'blocked', 'reason', 'id'], rows);
        print(options, plainValues({ blocks }), lines);
      });
    }),
  );
}
