import type { Command } from 'commander';
import { readWorkerConfig } from '../config/worker.ts';
import { createLogger } from '../log.ts';
import { untilStopped } from '../processes/until-stopped.ts';
import { action } from './action.ts';
import { examplesText } from './define-command.ts';

export function defineWorker(worker: Command): void {
  worker
    .addHelpText('after', '\nAny number may run; each job runs in one of them at a time.')
    .addHelpText('after', () => examplesText(['vezne worker']))
    .action(
      action(async () => {
        const config = readWorkerConfig();
        const log = createLogger({
          level: config.logLevel,
          name: 'worker',
          databaseUrl: config.databaseUrl,
        });
        // Loaded here, so that no other command waits for the parts of a worker.
        const { startWorker } = await import('../processes/worker.ts');
        await untilStopped(await startWorker(config, log), log);
      }),
    );
}
