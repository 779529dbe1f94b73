import type { Command } from 'commander';
import { noteRestore } from '../../usecases/restores/note-restore.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { completeCommand } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { linesOfHeads } from '../heads-file.ts';
import { oneMore, timeValue, wholeNumberBetween } from '../option-values.ts';
import { print } from '../output.ts';
import { asActorWithBooks } from '../with-database.ts';
import { restoredLines, restoredValues } from './restored-lines.ts';

interface Options extends ChangeOptions {
  heads?: string[];
  promoted?: Date;
  skipCodes?: number;
}

/** All codes there are would be 3.4 billion. */
const MOST_CODES = 999_999_999;

export function defineRestored(restored: Command): void {
  completeCommand(restored, {
    examples: [
      'vezne restored --heads /srv/heads/audit-heads --as ayse',
      'vezne restored --heads /srv/copies/worker1-heads --heads /srv/copies/worker2-heads',
      'vezne restored --promoted 2026-11-17T12:00:07+03:00 --heads /srv/heads/audit-heads',
    ],
    notes: [
      'Run it at the restored database, before any process starts. It says until when everything is there that was acknowledged,\n' +
        'and what proves that something is gone. It leaves out all reference codes that players may have been shown since then, and\n' +
        'keeps what it found in the audit log.',
      'It may be run again at any time: codes only move on, by what the last run has not left out. If that run found a later moment, or a\n' +
        'person chose its number of codes, all codes since the moment are left out once more. It takes nothing back.',
    ],
  })
    .option(
      '--as <name>',
      'who does this, for the audit log: the handle, once there are staff (default: VEZNE_ACTOR, SUDO_USER or USER)',
    )
    .option(
      '--heads <file>',
      'a copy of the file that a worker publishes to; may be repeated, once for each worker',
      oneMore,
    )
    .option(
      '--promoted <time>',
      'when this server took over, if processes have worked since: only rows from before count',
      timeValue,
    )
    .option(
      '--skip-codes <number>',
      'how many reference codes to leave out (default: 512,000, and 1,000 for each second since the moment)',
      wholeNumberBetween(1, MOST_CODES),
    )
    .action(
      action(async (options: Options) => {
        const { heads = [], promoted, skipCodes: codes } = options;
        if (promoted !== undefined && promoted > new Date())
          throw new CommandError(
            '--promoted lies ahead. Give the time at which this server took over, with its zone.',
          );
        await asActorWithBooks(options, async (context) => {
          const noted = await noteRestore(context, { heads: heads.map(linesOfHeads), promoted, codes });
          print(options, restoredValues(noted), restoredLines(noted));
        });
      }),
    );
}
