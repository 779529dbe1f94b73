import type { Command } from 'commander';
import { readConsoleConfig } from '../config/console.ts';
import { createLogger } from '../log.ts';
import { untilStopped } from '../processes/until-stopped.ts';
import { action } from './action.ts';
import { examplesText } from './define-command.ts';

export function defineConsole(console: Command): void {
  console
    .addHelpText('after', () => examplesText(['vezne console']))
    .action(
      action(async () => {
        const config = readConsoleConfig();
        const log = createLogger({
          level: config.logLevel,
          name: 'console',
          databaseUrl: config.databaseUrl,
        });
        // Loaded here, so that no other command waits for a server's parts.
        const { startConsole } = await import('../processes/console.ts');
        await untilStopped(await startConsole(config, log), log);
      }),
    );
}
