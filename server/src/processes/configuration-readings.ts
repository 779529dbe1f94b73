import { METRICS } from '../metrics/catalogue.ts';
import type { Reading } from '../metrics/exposition.ts';
import type { ConfigurationSource } from '../usecases/configuration/source.ts';

/** What this api can't read of its partners, for as long as it can't. */
export function configurationReadings({ latest }: Pick<ConfigurationSource, 'latest'>): Reading[] {
  const told = (of: 'partners' | 'credentials') => () => {
    const unreadable = latest()?.configuration.unreadable;
    return unreadable === undefined ? [] : [{ value: unreadable[of] }];
  };
  return [
    { metric: METRICS.partnersUnreadable, read: told('partners') },
    { metric: METRICS.credentialsUnreadable, read: told('credentials') },
  ];
}
