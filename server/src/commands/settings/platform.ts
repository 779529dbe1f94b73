import type { Command } from 'commander';
import { readSettingsInForce } from '../../db/read/partners/platform-settings.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { pausePlatform, resumePlatform } from '../../usecases/settings/change.ts';
import { action } from '../action.ts';
import { asActor, withDatabase } from '../with-database.ts';
import { defineChange, defineCommand } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { chosenDirections, directionsText } from '../directions.ts';
import type { DirectionFlags } from '../directions.ts';
import { pausedText } from '../layout.ts';
import { print } from '../output.ts';
import { printPerformed } from '../performed.ts';
import type { Output } from '../output.ts';
import { limitRows, settingsLines } from './settings-rows.ts';

const SECONDS_PER_HOUR = 3600;

export function addPlatformVerbs(platform: Command): void {
  addPauseOrResume(platform, {
    verb: 'pause',
    description:
      "refuse every partner's new deposits, new withdrawals or (with neither named) both; what exists goes on",
    state: 'paused',
    run: pausePlatform,
  });
  addPauseOrResume(platform, {
    verb: 'resume',
    description: 'take new deposits, new withdrawals or (with neither named) both again',
    state: 'open',
    run: resumePlatform,
  });
  addShow(platform);
}

function addPauseOrResume(
  platform: Command,
  {
    verb,
    description,
    state,
    run,
  }: { verb: string; description: string; state: string; run: typeof pausePlatform },
): void {
  defineChange(platform, {
    name: verb,
    description,
    examples: [`vezne platform ${verb}`, `vezne platform ${verb} --deposits`],
  })
    .option('--deposits', 'deposits only')
    .option('--withdrawals', 'withdrawals only')
    .action(
      action(async (options: ChangeOptions & DirectionFlags) => {
        const directions = chosenDirections(options);
        await asActor(options, async (context) => {
          printPerformed(options, await run(context, directions), ({ settings, change }) => {
            const now = change === undefined ? `${state} already` : `now ${state}`;
            return {
              values: plainValues({ settings, changed: change !== undefined, ...change }),
              lines: [`The platform's ${directionsText(directions)} are ${now}.`],
            };
          });
        });
      }),
    );
}

function addShow(platform: Command): void {
  defineCommand(platform, {
    name: 'show',
    description: 'pauses, limits and the time in which a deposit must be paid',
    examples: ['vezne platform show'],
  }).action(
    action(async (options: Output) => {
      await withDatabase(async (db) => {
        const settings = await readSettingsInForce(db);
        const lines = settingsLines('Platform', settings, [
          ['deposits', pausedText(settings.depositsPaused)],
          ['withdrawals', pausedText(settings.withdrawalsPaused)],
          ...limitRows(settings),
          ['deposits expire after', `${settings.depositExpirySeconds / SECONDS_PER_HOUR} hours`],
        ]);
        print(options, plainValues({ settings }), lines);
      });
    }),
  );
}
