import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cents } from '@vezne/domain/money';
import type { SettablePartnerSettings } from '../../usecases/partners/checked-settings.ts';
import { setPartner } from '../../usecases/partners/change.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { changeLines } from '../change-text.ts';
import { defineAct } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { amount, oneMore, wholeNumber } from '../option-values.ts';
import { printPerformed } from '../performed.ts';
import { addLimitChangeOptions, limitsGiven } from './limit-options.ts';
import type { LimitOptions } from './limit-options.ts';
import {
  ALLOW_NETWORK_HELP,
  CREDIT_LINE_HELP,
  REDIRECT_HOST_HELP,
  REQUESTS_HELP,
} from './settings-options.ts';

interface Options extends ChangeOptions, LimitOptions {
  name?: string;
  redirectHost?: string[];
  anyRedirectHost?: true;
  allowNetwork?: string[];
  anyNetwork?: true;
  /** false: --no-requests-per-second. */
  requestsPerSecond?: number | false;
  creditLine?: Cents;
  settlementIban?: string;
  settlementHolder?: string;
  removeSettlementAccount?: true;
  supportAddress?: string;
  removeSupportAddress?: true;
  refundNoteTr?: string;
  refundNoteEn?: string;
  removeRefundNote?: true;
}

export function addSet(partner: Command): void {
  const command = defineAct(partner, {
    name: 'set <partner>',
    description: "change a partner's settings; what isn't named stays as it is",
    notes: [
      'The hosts and networks that are given replace those that were there.',
      "Of a partner's limits and the platform's, the narrower holds. A player's day is one in Istanbul, and its limits are soft:\n" +
        'transactions of the same moment can pass them together.',
    ],
    examples: [
      'vezne partner set Acme --credit-line 25000.00',
      'vezne partner set Acme --settlement-iban "TR33 0006 1005 1978 6457 8413 26" --settlement-holder "Acme A.Ş."',
      'vezne partner set Acme --support-address https://shop.example.com/help',
      'vezne partner set Acme --redirect-host shop.example.com --redirect-host m.example.com --any-network',
      'vezne partner set Acme --deposit-min 100.00 --no-deposit-max --player-day-deposits 5',
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
    .option(
      '--settlement-iban <iban>',
      "the partner's own account, where it is paid its balance; with --settlement-holder",
    )
    .option('--settlement-holder <name>', 'who holds that account; with --settlement-iban')
    .addOption(
      new Option(
        '--remove-settlement-account',
        'pay the partner nothing until it has an account again',
      ).conflicts(['settlementIban', 'settlementHolder']),
    )
    .option(
      '--support-address <address>',
      "where its players ask for help, https:// or mailto:; the payment page links to it with the payment's code",
    )
    .addOption(
      new Option('--remove-support-address', 'name the partner on the page, without a link').conflicts(
        'supportAddress',
      ),
    )
    .option(
      '--refund-note-tr <sentence>',
      'what the payment page says about refunds, in Turkish; with --refund-note-en',
    )
    .option('--refund-note-en <sentence>', 'the same in English; with --refund-note-tr')
    .addOption(
      new Option('--remove-refund-note', 'say nothing about refunds').conflicts([
        'refundNoteTr',
        'refundNoteEn',
      ]),
    );
  addLimitChangeOptions(command);
  command.action(
    action(async (nameOrId: string, options: Options) => {
      if ((options.settlementIban === undefined) !== (options.settlementHolder === undefined))
        command.error('error: give --settlement-iban and --settlement-holder together');
      if ((options.refundNoteTr === undefined) !== (options.refundNoteEn === undefined))
        command.error('error: give --refund-note-tr and --refund-note-en together');
      const settings = settingsOf(options);
      if (Object.keys(settings).length === 0)
        command.error('error: nothing to change; name at least one setting');
      await asActor(options, async (context) => {
        const performed = await setPartner(context, { partner: nameOrId, settings });
        printPerformed(options, performed, ({ partner: changed, change }) => ({
          values: plainValues({ partner: changed, changed: change !== undefined, ...change }),
          lines: changeLines(
            change,
            `Partner ${changed.name} was changed.`,
            `Partner ${changed.name} is like that already.`,
          ),
        }));
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
    ...limitsGiven(options),
    ...settlementAccountOf(options),
    ...helpOf(options),
  };
}

function settlementAccountOf({
  settlementIban: iban,
  settlementHolder: holderName,
  removeSettlementAccount,
}: Options): Pick<SettablePartnerSettings, 'settlementAccount'> {
  if (removeSettlementAccount === true) return { settlementAccount: null };
  return iban === undefined || holderName === undefined ? {} : { settlementAccount: { iban, holderName } };
}

function helpOf({
  supportAddress,
  removeSupportAddress,
  refundNoteTr: tr,
  refundNoteEn: en,
  removeRefundNote,
}: Options): Pick<SettablePartnerSettings, 'supportAddress' | 'refundNote'> {
  return {
    ...(supportAddress === undefined ? {} : { supportAddress }),
    ...(removeSupportAddress === true ? { supportAddress: null } : {}),
    ...(tr === undefined || en === undefined ? {} : { refundNote: { tr, en } }),
    ...(removeRefundNote === true ? { refundNote: null } : {}),
  };
}
