import type { Command } from 'commander';
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { createPartner } from '../../usecases/partners/create.ts';
import type { CreatedPartner, PartnerCreation } from '../../usecases/partners/create.ts';
import { action } from '../action.ts';
import { asIssuer } from '../with-database.ts';
import { tripleLines } from '../credentials/triple-lines.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amount, oneMore, wholeNumber } from '../option-values.ts';
import { printPerformed } from '../performed.ts';
import type { Told } from '../performed.ts';
import { addLimitOptions, limitsGiven } from './limit-options.ts';
import type { LimitOptions } from './limit-options.ts';
import {
  ALLOW_NETWORK_HELP,
  CREDIT_LINE_HELP,
  REDIRECT_HOST_HELP,
  REQUESTS_HELP,
} from './settings-options.ts';
import { termsOptions, termsText } from './terms-options.ts';

interface Options extends ChangeOptions, LimitOptions {
  name: string;
  depositBps: number;
  depositFixed: Cents;
  depositMode: SettlementMode;
  withdrawalBps: number;
  withdrawalFixed: Cents;
  withdrawalMode: SettlementMode;
  redirectHost?: string[];
  allowNetwork?: string[];
  requestsPerSecond?: number;
  creditLine?: Cents;
}

/** What a partner pays unless something else is agreed. */
const USUAL_TERMS: Terms = { basisPoints: 300, fixedCents: ZERO_CENTS, mode: 'deduct_from_amount' };

export function addCreate(partner: Command): void {
  const command = defineAct(partner, {
    name: 'create',
    description:
      'ask for a partner with its terms and its first credentials, which whoever confirms is shown once',
    examples: [
      'vezne partner create --name Acme',
      'vezne partner create --name Acme --deposit-bps 250 --withdrawal-mode fee_on_top --redirect-host shop.example.com',
    ],
  }).requiredOption('--name <name>', 'what people call it; players see it on the payment page');
  for (const option of termsOptions('deposit-', USUAL_TERMS)) command.addOption(option);
  for (const option of termsOptions('withdrawal-', USUAL_TERMS)) command.addOption(option);
  command
    .option('--redirect-host <host>', `${REDIRECT_HOST_HELP} (default: any)`, oneMore)
    .option('--allow-network <network>', `${ALLOW_NETWORK_HELP} (default: any)`, oneMore)
    .option(
      '--requests-per-second <number>',
      `${REQUESTS_HELP} (default: VEZNE_REQUESTS_PER_SECOND)`,
      wholeNumber,
    )
    .option('--credit-line <amount>', `${CREDIT_LINE_HELP} (default: 0.00)`, amount);
  addLimitOptions(command);
  command.action(
    action(async (options: Options) => {
      await asIssuer(options, async (context) => {
        printPerformed(options, await createPartner(context, creationOf(options)), createdPartner);
      });
    }),
  );
}

export function createdPartner({ id, name, credentials, terms }: CreatedPartner): Told {
  return {
    values: { partner: { id, name }, credentials },
    lines: [
      `Partner ${name} was created.`,
      ...tripleLines(credentials, [
        ['id', id],
        ['deposits', termsText(terms.deposit)],
        ['withdrawals', termsText(terms.withdrawal)],
      ]),
    ],
  };
}

function creationOf(options: Options): PartnerCreation {
  const {
    name,
    redirectHost = [],
    allowNetwork = [],
    requestsPerSecond = null,
    creditLine = ZERO_CENTS,
  } = options;
  return {
    settings: {
      name,
      redirectHosts: redirectHost,
      allowedNetworks: allowNetwork,
      requestsPerSecond,
      creditLineCents: creditLine,
      ...limitsGiven(options),
    },
    terms: {
      deposit: {
        basisPoints: options.depositBps,
        fixedCents: options.depositFixed,
        mode: options.depositMode,
      },
      withdrawal: {
        basisPoints: options.withdrawalBps,
        fixedCents: options.withdrawalFixed,
        mode: options.withdrawalMode,
      },
    },
  };
}
