/** What `vezne portal` is told. */
import { z } from 'zod';
import { readAddress, readDatabaseUrl, readPortalUrl, readTrustedProxies } from './addresses.ts';
import { ConfigError, read, readWhole, textOf } from './environment.ts';
import type { Env, Environment } from './environment.ts';
import { readKeys } from './keys.ts';
import type { VersionedKeys } from './keys.ts';
import { readMailConfig } from './mail.ts';
import type { MailConfig } from './mail.ts';
import { readProcessConfig } from './process.ts';
import type { ProcessConfig } from './process.ts';

/** What the demonstration's partner signs with. */
export interface DemoCredentials {
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

export interface PortalConfig extends ProcessConfig {
  databaseUrl: string;
  /** The keys that seal the secrets of authenticator apps. They open nothing else: a portal holds no key of an API secret. */
  portalKeys: VersionedKeys;
  host: string;
  port: number;
  /** Where people of partners find the portal: an origin, without a path. Cookies and passkeys belong to it. */
  portalUrl: string;
  /** Only in development may there be none: there the link of an invitation is on the screen. */
  mail: MailConfig | undefined;
  /** Where partners send their requests, for the commands that the portal shows. */
  apiUrl?: string | undefined;
  /** In development alone: there the contract shows a triple that everybody may know. */
  demoCredentials?: DemoCredentials | undefined;
  trustedProxies: string[];
  maxConnections: number;
  drainMs: number;
}

export function readPortalConfig(env: Env = process.env): PortalConfig {
  const base = readProcessConfig(env);
  const portalUrl = readPortalUrl(env);
  return {
    ...base,
    databaseUrl: readDatabaseUrl(env, 'VEZNE_PORTAL_DATABASE_URL'),
    portalKeys: readKeys(env, 'VEZNE_PORTAL_KEYS'),
    host: read(env, 'VEZNE_PORTAL_HOST', z.string().min(1).default('127.0.0.1')),
    port: readWhole(env, 'VEZNE_PORTAL_PORT', 4002, 0, 65535),
    portalUrl,
    mail: requiredMail(env, base.environment),
    apiUrl: readApiUrl(env, base.environment),
    demoCredentials: readDemoCredentials(env, base.environment),
    trustedProxies: readTrustedProxies(env),
    maxConnections: readWhole(env, 'VEZNE_MAX_CONNECTIONS', 4000, 8, 100_000),
    drainMs: readWhole(env, 'VEZNE_DRAIN_MS', 2_000, 0, 120_000),
  };
}

/** Whoever has the link of an invitation becomes the person: only in development may it be on the screen instead. */
function requiredMail(env: Env, environment: Environment): MailConfig | undefined {
  const mail = readMailConfig(env, environment);
  if (mail !== undefined || environment === 'development') return mail;
  throw new ConfigError(
    'VEZNE_SMTP_URL is not set. It is the mail server that takes invitations, such as smtps://user:password@mail.example.com.',
  );
}

/** The api's own address, if the portal is told: without it the commands that it shows have a place for it. */
function readApiUrl(env: Env, environment: Environment): string | undefined {
  if (textOf(env, 'VEZNE_PUBLIC_URL') === undefined) return undefined;
  const hint = 'It is the address of the api, such as https://pay.example.com.';
  return readAddress(env, 'VEZNE_PUBLIC_URL', { hint, environment });
}

const DEMO_FORM = /^(vzk_[a-z0-9]{1,16}_[a-z0-9]{26}),(vzs_[\w-]{43}),(vzh_[\w-]{43})$/;

/** A triple that stands in a configuration is no secret: a portal elsewhere refuses to start with one. */
function readDemoCredentials(env: Env, environment: Environment): DemoCredentials | undefined {
  const text = textOf(env, 'VEZNE_PORTAL_DEMO_CREDENTIALS');
  if (text === undefined) return undefined;
  if (environment !== 'development')
    throw new ConfigError('VEZNE_PORTAL_DEMO_CREDENTIALS is for development alone. Remove it.');
  const [, apiKey, apiSecret, hashSecret] = DEMO_FORM.exec(text) ?? [];
  if (apiKey === undefined || apiSecret === undefined || hashSecret === undefined)
    throw new ConfigError(
      'VEZNE_PORTAL_DEMO_CREDENTIALS must be an API key, an API secret and a hash secret with commas between them.',
    );
  return { apiKey, apiSecret, hashSecret };
}
