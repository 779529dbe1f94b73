import type { Command } from 'commander';
import { pausePartner, resumePartner } from '../../usecases/partners/change.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { chosenDirections, directionsText } from '../directions.ts';
import type { DirectionFlags } from '../directions.ts';
import { printPerformed } from '../performed.ts';

export function addPauseAndResume(partner: Command): void {
  add(partner, {
    verb: 'pause',
    description: 'refuse new deposits, new withdrawals or (with neither named) both; what exists goes on',
    state: 'paused',
    run: pausePartner,
  });
  add(partner, {
    verb: 'resume',
    description: 'take new deposits, new withdrawals or (with neither named) both again',
    state: 'open',
    run: resumePartner,
  });
}

function add(
  partner: Command,
  {
    verb,
    description,
    state,
    run,
  }: { verb: string; description: string; state: string; run: typeof pausePartner },
): void {
  defineChange(partner, {
    name: `${verb} <partner>`,
    description,
    examples: [`vezne partner ${verb} Acme`, `vezne partner ${verb} Acme --withdrawals`],
  })
    .option('--deposits', 'deposits only')
    .option('--withdrawals', 'withdrawals only')
    .action(
      action(async (nameOrId: string, options: ChangeOptions & DirectionFlags) => {
        const directions = chosenDirections(options);
        await asActor(options, async (context) => {
          const performed = await run(context, { partner: nameOrId, ...directions });
          printPerformed(options, performed, ({ partner: changed, change }) => {
            const now = change === undefined ? `${state} already` : `now ${state}`;
            return {
              values: plainValues({ partner: changed, changed: change !== undefined, ...change }),
              lines: [`The ${directionsText(directions)} of ${changed.name} are ${now}.`],
            };
          });
        });
      }),
    );
}
