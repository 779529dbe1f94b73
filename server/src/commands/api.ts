import type { Command } from 'commander';
import { readApiConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import { untilStopped } from '../processes/until-stopped.ts';
import { action } from './action.ts';

export function addApiCommand(root: Command): void {
  root
    .command('api')
    .description('run the partner API and the hosted page')
    .addHelpText('after', '\nExample:\n  $ vezne api')
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
