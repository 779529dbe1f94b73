import { Option } from 'commander';
import type { Command } from 'commander';
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { setTerms } from '../../usecases/partners/set-terms.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { print } from '../output.ts';
import { termsOptions, termsText } from './terms-options.ts';

interface Options extends ChangeOptions {
  direction: TransactionType;
  bps?: number;
  fixed?: Cents;
  mode?: SettlementMode;
}

export function addTerms(partner: Command): void {
  const command = defineChange(partner, {
    name: 'terms <partner>',
    description: "change what a partner pays in one direction; what isn't named stays as it is",
    notes: ['Transactions that exist keep the terms they were created under.'],
    examples: [
      'vezne partner terms Acme --direction deposit --bps 250',
      'vezne partner terms Acme --direction withdrawal --mode fee_on_top',
    ],
  }).addOption(
    new Option('--direction <direction>', 'which terms').choices(TRANSACTION_TYPES).makeOptionMandatory(),
  );
  for (const option of termsOptions('')) command.addOption(option);
  command.action(
    action(async (nameOrId: string, options: Options) => {
      const { direction } = options;
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0)
        command.error('error: nothing to change; give --bps, --fixed or --mode');
      await asActor(options, async (context) => {
        const { change, ...changed } = await setTerms(context, { partner: nameOrId, direction, changes });
        const {
          partner: { name },
          terms,
          version,
        } = changed;
        const line =
          change === undefined
            ? `The ${direction} terms of ${name} are like that already: ${termsText(terms)} (version ${version}).`
            : `The ${direction} terms of ${name} are now ${termsText(terms)} (version ${version}).`;
        print(options, plainValues({ ...changed, changed: change !== undefined, ...change }), [line]);
      });
    }),
  );
}

function changesOf({ bps, fixed, mode }: Options): Partial<Terms> {
  return {
    ...(bps === undefined ? {} : { basisPoints: bps }),
    ...(fixed === undefined ? {} : { fixedCents: fixed }),
    ...(mode === undefined ? {} : { mode }),
  };
}
