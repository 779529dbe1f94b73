import type { Command } from 'commander';
import { readApiConfig } from '../config/api.ts';
import { createLogger } from '../log.ts';
import { untilStopped } from '../processes/until-stopped.ts';
import { action } from './action.ts';
import { examplesText } from './define-command.ts';

export function defineApi(api: Command): void {
  api
    .addHelpText('after', () => examplesText(['vezne api']))
    .action(
      action(async () => {
        const config = readApiConfig();
        const log = createLogger({
          level: config.logLevel,
          name: 'api',
          databaseUrl: config.databaseUrl,
        });
        // Loaded here, so that no other command waits for a server's parts.
        const { startApi } = await import('../processes/api.ts');
        await untilStopped(await startApi(config, log), log);
      }),
    );
}
