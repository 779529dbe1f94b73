import type { Command } from 'commander';
import { readPortalConfig } from '../config/portal.ts';
import { createLogger } from '../log.ts';
import { untilStopped } from '../processes/until-stopped.ts';
import { action } from './action.ts';
import { examplesText } from './define-command.ts';

export function definePortal(portal: Command): void {
  portal
    .addHelpText('after', () => examplesText(['vezne portal']))
    .action(
      action(async () => {
        const config = readPortalConfig();
        const log = createLogger({
          level: config.logLevel,
          name: 'portal',
          databaseUrl: config.databaseUrl,
        });
        // Loaded here, so that no other command waits for a server's parts.
        const { startPortal } = await import('../processes/portal.ts');
        await untilStopped(await startPortal(config, log), log);
      }),
    );
}
