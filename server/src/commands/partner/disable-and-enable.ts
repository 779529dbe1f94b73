import type { Command } from 'commander';
import { disablePartner, enablePartner } from '../../usecases/partners/change.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { printPerformed } from '../performed.ts';

export function addDisableAndEnable(partner: Command): void {
  add(partner, {
    verb: 'disable',
    description: 'refuse every request of a partner, except the repetition of one that was accepted before',
    run: disablePartner,
  });
  add(partner, {
    verb: 'enable',
    description: 'take the requests of a disabled partner again',
    run: enablePartner,
  });
}

function add(
  partner: Command,
  { verb, description, run }: { verb: string; description: string; run: typeof disablePartner },
): void {
  defineAct(partner, {
    name: `${verb} <partner>`,
    description,
    examples: [`vezne partner ${verb} Acme`],
  }).action(
    action(async (nameOrId: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        printPerformed(options, await run(context, nameOrId), ({ partner: changed, change }) => {
          const now = change === undefined ? `${changed.status} already` : `now ${changed.status}`;
          return {
            values: plainValues({ partner: changed, changed: change !== undefined, ...change }),
            lines: [`Partner ${changed.name} is ${now}.`],
          };
        });
      });
    }),
  );
}
