import { Option } from 'commander';
import type { Command } from 'commander';
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { TermsStart } from '../../db/read/partners/partner-terms.ts';
import { setTerms } from '../../usecases/partners/set-terms.ts';
import type { ChangedTerms } from '../../usecases/partners/set-terms.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { timeText } from '../layout.ts';
import { printPerformed } from '../performed.ts';
import { termsOptions, termsStart, termsText } from './terms-options.ts';

interface Options extends ChangeOptions {
  direction: TransactionType;
  bps?: number;
  fixed?: Cents;
  mode?: SettlementMode;
  from?: TermsStart;
}

export function addTerms(partner: Command): void {
  const command = defineAct(partner, {
    name: 'terms <partner>',
    description: "change what a partner pays in one direction; what isn't named stays as it is",
    notes: [
      'Transactions that exist keep the terms they were created under.',
      'A new version replaces what was planned for its time or later; giving the terms of today again ends a plan.',
    ],
    examples: [
      'vezne partner terms Acme --direction deposit --bps 250 --from 2026-12-01',
      'vezne partner terms Acme --direction withdrawal --mode fee_on_top',
    ],
  }).addOption(
    new Option('--direction <direction>', 'which terms').choices(TRANSACTION_TYPES).makeOptionMandatory(),
  );
  for (const option of termsOptions('')) command.addOption(option);
  command.option(
    '--from <time>',
    'when they begin: a date (its midnight in Turkey), a time with its zone, or now (default: the next midnight in Turkey)',
    termsStart,
  );
  command.action(
    action(async (nameOrId: string, options: Options) => {
      const { direction, from } = options;
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0)
        command.error('error: nothing to change; give --bps, --fixed or --mode');
      await asActor(options, async (context) => {
        const performed = await setTerms(context, { partner: nameOrId, direction, changes, from });
        printPerformed(options, performed, (changed) => {
          const { change, isAdded, ...rest } = changed;
          return { values: plainValues({ ...rest, changed: isAdded, ...change }), lines: linesOf(changed) };
        });
      });
    }),
  );
}

function linesOf({
  partner,
  direction,
  terms,
  version,
  from,
  isInForce,
  isAdded,
  replaced,
}: ChangedTerms): string[] {
  const whose = `The ${direction} terms of ${partner.name}`;
  const what = `${termsText(terms)} (version ${version})`;
  const since = `from ${timeText(from)}`;
  if (!isAdded) return [`${whose} are like that already ${since}: ${what}.`];
  return [
    isInForce ? `${whose} are now ${what}.` : `${whose} will be ${what} ${since}.`,
    ...replaced.map(
      (plan) =>
        `It replaces version ${plan.version}, which was planned from ${timeText(plan.from)} and will never hold.`,
    ),
  ];
}

function changesOf({ bps, fixed, mode }: Options): Partial<Terms> {
  return {
    ...(bps === undefined ? {} : { basisPoints: bps }),
    ...(fixed === undefined ? {} : { fixedCents: fixed }),
    ...(mode === undefined ? {} : { mode }),
  };
}
