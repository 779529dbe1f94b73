import type { Command } from 'commander';
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { createPartner } from '../../usecases/partners/create.ts';
import type { PartnerCreation } from '../../usecases/partners/create.ts';
import { action } from '../action.ts';
import { asIssuer } from '../with-database.ts';
import { tripleLines } from '../credentials/triple-lines.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amount, oneMore, wholeNumber } from '../option-values.ts';
import { print } from '../output.ts';
import {
  ALLOW_NETWORK_HELP,
  CREDIT_LINE_HELP,
  REDIRECT_HOST_HELP,
  REQUESTS_HELP,
} from './settings-options.ts';
import { termsOptions, termsText } from './terms-options.ts';

interface Options extends ChangeOptions {
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
  const command = defineChange(partner, {
    name: 'create',
    description: 'create a partner with its terms and its first credentials, which are shown once',
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
    .option('--credit-line <amount>', `${CREDIT_LINE_HELP} (default: 0.00)`, amount)
    .action(
      action(async (options: Options) => {
        await asIssuer(options, async (context) => {
          const creation = creationOf(options);
          const { id, name, credentials } = await createPartner(context, creation);
          print(options, { partner: { id, name }, credentials }, [
            `Partner ${name} was created.`,
            ...tripleLines(credentials, [
              ['id', id],
              ['deposits', termsText(creation.terms.deposit)],
              ['withdrawals', termsText(creation.terms.withdrawal)],
            ]),
          ]);
        });
      }),
    );
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
