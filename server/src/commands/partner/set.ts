import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import type { SettablePartnerSettings } from '../../usecases/partners/checked-settings.ts';
import { setPartner } from '../../usecases/partners/change.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { changeLines } from '../change-text.ts';
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

interface Options extends ChangeOptions {
  name?: string;
  redirectHost?: string[];
  anyRedirectHost?: true;
  allowNetwork?: string[];
  anyNetwork?: true;
  /** false: --no-requests-per-second. */
  requestsPerSecond?: number | false;
  creditLine?: Cents;
}

export function addSet(partner: Command): void {
  defineChange(partner, {
    name: 'set <partner>',
    description: "change a partner's settings; what isn't named stays as it is",
    notes: ['The hosts and networks that are given replace those that were there.'],
    examples: [
      'vezne partner set Acme --credit-line 25000.00',
      'vezne partner set Acme --redirect-host shop.example.com --redirect-host m.example.com --any-network',
    ],
  })
    .option('--name <name>', 'a new name')
    .option('--redirect-host <host>', REDIRECT_HOST_HELP, oneMore)
    .addOption(new Option('--any-redirect-host', 'let redirectUrl name any host').conflicts('redirectHost'))
    .option('--allow-network <network>', ALLOW_NETWORK_HELP, oneMore)
    .addOption(new Option('--any-network', 'take requests from anywhere').conflicts('allowNetwork'))
    .option('--requests-per-second <number>', REQUESTS_HELP, wholeNumber)
    .option('--no-requests-per-second', "back to the process's own limit, VEZNE_REQUESTS_PER_SECOND")
    .option('--credit-line <amount>', CREDIT_LINE_HELP, amount)
    .action(
      action(async (nameOrId: string, options: Options, command: Command) => {
        const settings = settingsOf(options);
        if (Object.keys(settings).length === 0)
          command.error('error: nothing to change; name at least one setting');
        await asActor(options, async (context) => {
          const { partner: changed, change } = await setPartner(context, { partner: nameOrId, settings });
          const lines = changeLines(
            change,
            `Partner ${changed.name} was changed.`,
            `Partner ${changed.name} is like that already.`,
          );
          print(options, plainValues({ partner: changed, changed: change !== undefined, ...change }), lines);
        });
      }),
    );
}

function settingsOf(options: Options): SettablePartnerSettings {
  const { name, redirectHost, anyRedirectHost, allowNetwork, anyNetwork, requestsPerSecond, creditLine } =
    options;
  const redirectHosts = anyRedirectHost ? [] : redirectHost;
  const allowedNetworks = anyNetwork ? [] : allowNetwork;
  return {
    ...(name === undefined ? {} : { name }),
    ...(redirectHosts === undefined ? {} : { redirectHosts }),
    ...(allowedNetworks === undefined ? {} : { allowedNetworks }),
    ...(requestsPerSecond === undefined
      ? {}
      : { requestsPerSecond: requestsPerSecond === false ? null : requestsPerSecond }),
    ...(creditLine === undefined ? {} : { creditLineCents: creditLine }),
  };
}
