import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { readConfiguration, readPulse } from '../../db/read/configuration.ts';
import type { Pulse } from '../../db/read/configuration.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import { createAssembler } from './assemble.ts';
import type { Configuration, ConfigurationView } from './model.ts';

export interface ConfigurationSource {
  /** The copy as it is, however old; undefined before the first read. */
  latest: () => ConfigurationView | undefined;
  /** Returns at once while the copy is fresh. Otherwise it reads first, which fails when the database can't be reached. */
  current(): Promise<ConfigurationView>;
  /** Reads once, then keeps the copy fresh until stopped. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Twice a second. This keeps account figures within the promised second, and a revoked key within its five seconds. */
const PULSE_EVERY_MS = 500;
const MAX_AGE_MS = 2_000;

export function createConfigurationSource({
  pool,
  sealedSecrets,
  clock,
  log,
}: {
  pool: pg.Pool;
  sealedSecrets: SealedSecrets;
  clock: Clock;
  log: Logger;
}): ConfigurationSource {
  const assemble = createAssembler({ sealedSecrets, log });
  let view: ConfigurationView | undefined;
  let refreshing: Promise<ConfigurationView> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<ConfigurationView> {
    // The age counts from before the query was sent, because the result may be that old.
    const askedAtMs = clock.monotonicMs();
    const pulse = await readPulse(pool);
    const configuration =
      view && isCurrent(view.configuration, pulse)
        ? view.configuration
        : await assemble(await readConfiguration(pool));
    view = { configuration, pulse, askedAtMs };
    return view;
  }

  async function refresh(): Promise<ConfigurationView> {
    refreshing ??= read().finally(() => {
      refreshing = undefined;
    });
    return await refreshing;
  }

  function scheduleNext(): void {
    timer = setTimeout(() => {
      refresh()
        .catch((error: unknown) => log.warn({ err: error }, 'the configuration could not be read'))
        .finally(() => {
          if (timer) scheduleNext();
        });
    }, PULSE_EVERY_MS);
    timer.unref();
  }

  return {
    latest: () => view,
    async current() {
      if (view && clock.monotonicMs() - view.askedAtMs <= MAX_AGE_MS) return view;
      return await refresh();
    },
    async start() {
      await refresh();
      scheduleNext();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await refreshing?.catch(() => undefined);
    },
  };
}

/** Nothing was changed since this copy was read, and no terms have begun. */
function isCurrent({ epoch, termsBegunAtMs }: Configuration, pulse: Pulse): boolean {
  return epoch === pulse.epoch && termsBegunAtMs === pulse.termsBegunAtMs;
}
