/** Addresses: of the database, of what people and partners see, and of the proxies before us. */
import { isIP } from 'node:net';
import { ConfigError, readEnvironment, required, textOf } from './environment.ts';
import type { Env, Environment } from './environment.ts';

/** Where people find the console, without a trailing slash: links to enrol begin with it. */
export function readConsoleUrl(env: Env = process.env): string {
  const environment = readEnvironment(env);
  const hint = 'It is the address of the console, such as https://console.example.com.';
  return readAddress(env, 'VEZNE_CONSOLE_URL', { hint, environment });
}

/** Where people of partners find the portal, without a trailing slash: their invitations begin with it. */
export function readPortalUrl(env: Env = process.env): string {
  const environment = readEnvironment(env);
  const hint = 'It is the address of the portal, such as https://portal.example.com.';
  const url = readAddress(env, 'VEZNE_PORTAL_URL', { hint, environment });
  refuseNoOrigin('VEZNE_PORTAL_URL', url, 'the portal');
  return url;
}

export function readDatabaseUrl(env: Env, name: string): string {
  const text = required(
    env,
    name,
    'It is the PostgreSQL address of this process, such as postgres://role:password@host/database.',
  );
  if (!/^postgres(ql)?:\/\/.+/.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`${name} is not a PostgreSQL address (postgres://role:password@host/database).`);
  }
  return text;
}

/** A name would be looked up nowhere, and a wrong entry would make every client look like the proxy. */
export function readTrustedProxies(env: Env): string[] {
  const entries = (textOf(env, 'VEZNE_TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = entries.find((entry) => !isAddressOrNetwork(entry));
  if (wrong === undefined) return entries;
  throw new ConfigError(
    `VEZNE_TRUSTED_PROXIES must be IP addresses or networks with commas, such as 10.0.0.5,10.1.0.0/24. It has: ${wrong}`,
  );
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/** Cookies and passkeys belong to an origin with a name. */
export function refuseNoOrigin(name: string, url: string, place: string): void {
  const { origin, hostname } = new URL(url);
  if (url !== origin) {
    throw new ConfigError(`${name} must be an address without a path: ${place} has a name of its own.`);
  }
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new ConfigError(
      `${name} must have a name and no IP address, for which browsers keep no passkey. On this machine: http://localhost.`,
    );
  }
}

export function readAddress(
  env: Env,
  name: string,
  { hint, environment }: { hint: string; environment: Environment },
): string {
  const url = URL.parse(required(env, name, hint));
  const schemes = environment === 'production' ? ['https:'] : ['https:', 'http:'];
  if (
    !url ||
    !schemes.includes(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw new ConfigError(
      `${name} must be an absolute ${schemes.join(' or ')} address without query or user.`,
    );
  }
  // Built from the parsed URL. Otherwise spaces around it, or a bare `?` or `#` at its end, would be in every address we
  // hand out.
  return (url.origin + url.pathname).replace(/\/+$/, '');
}
