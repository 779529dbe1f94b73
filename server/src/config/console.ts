/** What `vezne console` is told. */
import { z } from 'zod';
import {
  readConsoleUrl,
  readDatabaseUrl,
  readPortalUrl,
  readTrustedProxies,
  refuseNoOrigin,
} from './addresses.ts';
import { read, readWhole, textOf } from './environment.ts';
import type { Env } from './environment.ts';
import { readKey, readKeys } from './keys.ts';
import type { VersionedKeys } from './keys.ts';
import { readMailConfig } from './mail.ts';
import type { MailConfig } from './mail.ts';
import { readProcessConfig } from './process.ts';
import type { ProcessConfig } from './process.ts';

export interface ConsoleConfig extends ProcessConfig {
  databaseUrl: string;
  /** The keys that seal the secrets of authenticator apps, and new ones of partners. */
  secretKeys: VersionedKeys;
  /** Leads from a code to the number of its deposit, by which it is found. */
  referenceCodeKey: Buffer;
  host: string;
  port: number;
  /** Where people find the console: an origin, without a path. Cookies and passkeys belong to it. */
  consoleUrl: string;
  trustedProxies: string[];
  maxConnections: number;
  drainMs: number;
  /** Where people of partners find the portal. Undefined: nobody is invited there from here. */
  portalUrl?: string | undefined;
  /** How invitations are sent. Undefined: whoever confirms one hands the link over. */
  mail?: MailConfig | undefined;
}

export function readConsoleConfig(env: Env = process.env): ConsoleConfig {
  const base = readProcessConfig(env);
  const consoleUrl = readConsoleUrl(env);
  refuseNoOrigin('VEZNE_CONSOLE_URL', consoleUrl, 'the console');
  return {
    ...base,
    databaseUrl: readDatabaseUrl(env, 'VEZNE_CONSOLE_DATABASE_URL'),
    secretKeys: readKeys(env, 'VEZNE_SECRET_KEYS'),
    referenceCodeKey: readKey(env, 'VEZNE_REFERENCE_CODE_KEY'),
    host: read(env, 'VEZNE_CONSOLE_HOST', z.string().min(1).default('127.0.0.1')),
    port: readWhole(env, 'VEZNE_CONSOLE_PORT', 4001, 0, 65535),
    consoleUrl,
    trustedProxies: readTrustedProxies(env),
    maxConnections: readWhole(env, 'VEZNE_MAX_CONNECTIONS', 4000, 8, 100_000),
    drainMs: readWhole(env, 'VEZNE_DRAIN_MS', 2_000, 0, 120_000),
    portalUrl: textOf(env, 'VEZNE_PORTAL_URL') === undefined ? undefined : readPortalUrl(env),
    mail: readMailConfig(env, base.environment),
  };
}
