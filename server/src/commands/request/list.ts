import type { Command } from 'commander';
import { listOpenRequests } from '../../db/read/requests/four-eyes-requests.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { table, timeText } from '../layout.ts';
import { readNames } from '../names.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { requestText, requestValues } from './request-text.ts';

export function addList(request: Command): void {
  defineCommand(request, {
    name: 'list',
    description: 'what waits for a second person, the oldest first',
    examples: ['vezne request list'],
  }).action(
    action(async (options: Output) => {
      await withDatabase(async (db) => {
        const requests = await listOpenRequests(db);
        const names = await readNames(db);
        const rows = requests.map((one) => [
          one.id,
          timeText(one.expiresAt),
          one.askedBy,
          requestText(one, names),
          one.note ?? '',
        ]);
        const lines = table(['id', 'may be confirmed until', 'asked by', 'what', 'note'], rows);
        const none = ['Nothing waits for a second person.'];
        print(
          options,
          plainValues({ requests: requests.map(requestValues) }),
          requests.length === 0 ? none : lines,
        );
      });
    }),
  );
}
