/** Settings of a partner as people type them. What is no host, no network and no address the server says. */
import type { PartnerSettings } from '@vezne/contract/console/partners';

export type Settable = Pick<
  PartnerSettings,
  'redirectHosts' | 'allowedNetworks' | 'requestsPerSecond' | 'supportAddress'
> & { name: string };

/** What each is called in the texts. */
export const FIELD_TEXTS = {
  name: 'name',
  redirectHosts: 'redirect_hosts',
  allowedNetworks: 'allowed_networks',
  requestsPerSecond: 'requests_per_second',
  supportAddress: 'support_address',
} as const satisfies Record<keyof Settable, string>;

export function writtenSetting(settings: Settable, field: keyof Settable): string {
  const value = settings[field];
  if (value === null) return '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** One on each line, or with commas or blanks between them. */
export function listedEntries(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((entry) => entry !== ''))];
}

/** Undefined: it is no value yet. */
export function readSetting(field: keyof Settable, text: string): Partial<Settable> | undefined {
  const typed = text.trim();
  switch (field) {
    case 'name':
      return typed === '' ? undefined : { name: typed };
    case 'requestsPerSecond':
      if (typed === '') return { requestsPerSecond: null };
      return /^\d{1,6}$/.test(typed) ? { requestsPerSecond: Number(typed) } : undefined;
    case 'supportAddress':
      return { supportAddress: typed === '' ? null : typed };
    case 'redirectHosts':
    case 'allowedNetworks':
      return { [field]: listedEntries(typed) };
  }
}
