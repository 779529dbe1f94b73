import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import { readSettingsInForce } from '../../db/read/partners/platform-settings.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { setLimits } from '../../usecases/settings/change.ts';
import type { Limits } from '../../usecases/settings/change.ts';
import { action } from '../action.ts';
import { asActor, withDatabase } from '../with-database.ts';
import { changeLines } from '../change-text.ts';
import { defineAct, defineCommand } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amount, amountAboveZero } from '../option-values.ts';
import { print } from '../output.ts';
import { printPerformed } from '../performed.ts';
import type { Output } from '../output.ts';
import { limitRows, settingsLines } from './settings-rows.ts';

export function addLimitsVerbs(limits: Command): void {
  addSet(limits);
  addShow(limits);
}

interface Options extends ChangeOptions {
  depositMin?: Cents;
  depositMax?: Cents;
  withdrawalMin?: Cents;
  withdrawalMax?: Cents;
  fourEyes?: Cents;
  fastLimit?: Cents;
  payoutCountries?: string[];
}

function addSet(limits: Command): void {
  defineAct(limits, {
    name: 'set',
    description: "change limits for all partners; what isn't named stays as it is",
    notes: ['An amount on a limit is within it. Transactions that exist are not touched.'],
    examples: [
      'vezne limits set --deposit-min 50.00 --deposit-max 500000.00',
      'vezne limits set --payout-countries TR,DE',
    ],
  })
    .option('--deposit-min <amount>', 'smallest deposit', amountAboveZero)
    .option('--deposit-max <amount>', 'largest deposit', amountAboveZero)
    .option('--withdrawal-min <amount>', 'smallest withdrawal', amountAboveZero)
    .option('--withdrawal-max <amount>', 'largest withdrawal', amountAboveZero)
    .option('--four-eyes <amount>', 'above this it takes two people to let money leave', amount)
    .option('--fast-limit <amount>', 'up to this, players are told that a transfer arrives at once', amount)
    .option('--payout-countries <list>', 'countries whose IBANs payouts may go to, as TR,DE', countryList)
    .action(
      action(async (options: Options, command: Command) => {
        const given = limitsGiven(options);
        if (Object.keys(given).length === 0)
          command.error('error: nothing to change; give at least one limit');
        await asActor(options, async (context) => {
          printPerformed(options, await setLimits(context, given), ({ settings, change }) => ({
            values: plainValues({ settings, changed: change !== undefined, ...change }),
            lines: changeLines(change, 'The limits were changed.', 'The limits are like that already.'),
          }));
        });
      }),
    );
}

function limitsGiven(options: Options): Partial<Limits> {
  const { depositMin, depositMax, withdrawalMin, withdrawalMax, fourEyes, fastLimit, payoutCountries } =
    options;
  return {
    ...(depositMin === undefined ? {} : { depositMinCents: depositMin }),
    ...(depositMax === undefined ? {} : { depositMaxCents: depositMax }),
    ...(withdrawalMin === undefined ? {} : { withdrawalMinCents: withdrawalMin }),
    ...(withdrawalMax === undefined ? {} : { withdrawalMaxCents: withdrawalMax }),
    ...(fourEyes === undefined ? {} : { fourEyesCents: fourEyes }),
    ...(fastLimit === undefined ? {} : { fastLimitCents: fastLimit }),
    ...(payoutCountries === undefined ? {} : { payoutCountries }),
  };
}

function countryList(text: string): string[] {
  return text.split(',').map((country) => country.trim().toUpperCase());
}

function addShow(limits: Command): void {
  defineCommand(limits, {
    name: 'show',
    description: 'the limits in force',
    examples: ['vezne limits show'],
  }).action(
    action(async (options: Output) => {
      await withDatabase(async (db) => {
        const settings = await readSettingsInForce(db);
        print(options, plainValues({ settings }), settingsLines('Limits', settings, limitRows(settings)));
      });
    }),
  );
}
