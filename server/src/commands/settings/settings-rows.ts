import type { SettingsVersion } from '../../db/read/partners/platform-settings.ts';
import { amountText, indented, timeText } from '../layout.ts';

type Row = [label: string, value: string];

export function limitRows(settings: SettingsVersion): Row[] {
  return [
    ['deposit limits', `${amountText(settings.depositMinCents)} to ${amountText(settings.depositMaxCents)}`],
    [
      'withdrawal limits',
      `${amountText(settings.withdrawalMinCents)} to ${amountText(settings.withdrawalMaxCents)}`,
    ],
    ['two people above', amountText(settings.fourEyesCents)],
    ['FAST transfers up to', amountText(settings.fastLimitCents)],
    ['payouts to IBANs of', settings.payoutCountries.join(' ')],
  ];
}

/** Rows under a heading, with the version they come from. */
export function settingsLines(heading: string, settings: SettingsVersion, rows: readonly Row[]): string[] {
  const origin: Row = [
    'version',
    `${settings.version}, ${timeText(settings.createdAt)} by ${settings.createdBy}`,
  ];
  return [heading, ...indented([...rows, origin])];
}
