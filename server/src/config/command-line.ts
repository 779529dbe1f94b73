/** What commands are told: where the database is, and who is at the keyboard. */
import { readDatabaseUrl } from './addresses.ts';
import { textOf } from './environment.ts';
import type { Env } from './environment.ts';
import { readBaseConfig } from './process.ts';
import type { BaseConfig } from './process.ts';

export interface AdminConfig extends BaseConfig {
  databaseUrl: string;
}

export interface MigrateConfig extends BaseConfig {
  databaseUrl: string;
  /** Login name and password of each process role, taken from the addresses that the processes will use. */
  roleUrls: string[];
}

export function readAdminConfig(env: Env = process.env): AdminConfig {
  return {
    ...readBaseConfig(env),
    databaseUrl: readDatabaseUrl(env, 'VEZNE_ADMIN_DATABASE_URL'),
  };
}

/** A check that runs every minute needs no right to decide: where there is no administrator's address, the worker's will do. */
export function readStatusConfig(env: Env = process.env): AdminConfig {
  const isWorkerAlone =
    textOf(env, 'VEZNE_ADMIN_DATABASE_URL') === undefined &&
    textOf(env, 'VEZNE_WORKER_DATABASE_URL') !== undefined;
  return {
    ...readBaseConfig(env),
    databaseUrl: readDatabaseUrl(
      env,
      isWorkerAlone ? 'VEZNE_WORKER_DATABASE_URL' : 'VEZNE_ADMIN_DATABASE_URL',
    ),
  };
}

/** The addresses of the process roles that are set. Migrate gives each role its login and password. */
const ROLE_URL_NAMES = [
  'VEZNE_API_DATABASE_URL',
  'VEZNE_CONSOLE_DATABASE_URL',
  'VEZNE_PORTAL_DATABASE_URL',
  'VEZNE_WORKER_DATABASE_URL',
  'VEZNE_ADMIN_DATABASE_URL',
] as const;

export function readMigrateConfig(env: Env = process.env): MigrateConfig {
  return {
    ...readBaseConfig(env),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    roleUrls: ROLE_URL_NAMES.filter((name) => textOf(env, name) !== undefined).map((name) =>
      readDatabaseUrl(env, name),
    ),
  };
}

/** The name of the person at the command line, for the audit log. */
export function readActor(env: Env = process.env): string | undefined {
  return textOf(env, 'VEZNE_ACTOR') ?? textOf(env, 'SUDO_USER') ?? textOf(env, 'USER');
}

/** The name that a person has chosen, and not the one that the machine gives everybody: a job has that too, and is nobody. */
export function readChosenActor(env: Env = process.env): string | undefined {
  return textOf(env, 'VEZNE_ACTOR');
}
