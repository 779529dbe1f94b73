import type { Service } from './attempt.ts';
import type { RetryNotice, RetryPolicy } from './retries.ts';

export type VezneClientOptions = {
  /** The address of the service, without /v1. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
  /** How long one attempt may take; 10,000 by default. */
  timeoutMs?: number | undefined;
  /** How often a request is sent at most; 7 by default, and 1 means no retries. */
  maxAttempts?: number | undefined;
  /** The longest wait before the second attempt, doubled with each further one; 500 by default. */
  backoffMs?: number | undefined;
  /** When so much time has passed, an attempt that fails is the last one; 30,000 by default. */
  retryForMs?: number | undefined;
  /** Used instead of the global fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Called before each further attempt, for a log. */
  onRetry?: ((notice: RetryNotice) => void) | undefined;
};

/** The service answers in milliseconds. If it needs seconds it is in trouble, and another process may answer the retry. */
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Seven attempts with waits of at most 0.5, 1, 2, 4, 8 and 10 s, and at least half of that, last for 12 to 25 s. The failover of
 * a database takes 5 to 10 s, and in that time the service closes connections at once.
 */
const DEFAULT_MAX_ATTEMPTS = 7;
const DEFAULT_BACKOFF_MS = 500;

/** For a service that never answers. Seven attempts of ten seconds would take longer than any player or web server waits. */
const DEFAULT_RETRY_FOR_MS = 30_000;

/** Finds wrong options here, when the partner's program starts, and not with the first player. */
export function readOptions(options: VezneClientOptions): { service: Service; policy: RetryPolicy } {
  const { origin, prefix } = readBaseUrl(options.baseUrl);
  return {
    service: {
      origin,
      prefix,
      apiKey: credential('apiKey', options.apiKey),
      apiSecret: credential('apiSecret', options.apiSecret),
      hashSecret: credential('hashSecret', options.hashSecret),
      timeoutMs: positive('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      // Looked up for each request, so a program can replace the global one, as test tools do.
      fetch: options.fetch ?? (async (...request) => await globalThis.fetch(...request)),
    },
    policy: {
      maxAttempts: positive('maxAttempts', options.maxAttempts ?? DEFAULT_MAX_ATTEMPTS),
      backoffMs: positive('backoffMs', options.backoffMs ?? DEFAULT_BACKOFF_MS),
      retryForMs: positive('retryForMs', options.retryForMs ?? DEFAULT_RETRY_FOR_MS),
      onRetry: options.onRetry,
    },
  };
}

function readBaseUrl(baseUrl: string): { origin: string; prefix: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (!isPlain) {
    // Without the value, because it may contain a password.
    throw new TypeError(
      'baseUrl must be an address such as https://pay.example, without a query or a password.',
    );
  }
  const prefix = url.pathname.replace(/\/+$/, '');
  if (prefix.endsWith('/v1')) {
    throw new TypeError(`baseUrl must not include /v1: the client adds it. It is "${baseUrl}".`);
  }
  return { origin: url.origin, prefix };
}

/** How each credential begins. What begins otherwise is taken as it is: it may be of a later version. */
const BEGINNINGS = {
  apiKey: 'vzk_',
  apiSecret: 'vzs_',
  hashSecret: 'vzh_',
  'the secret of a webhook endpoint': 'whsec_',
} as const;

/** Refuses one in the place of another, before a secret could be sent as the key. No message contains the value. */
function credential(name: 'apiKey' | 'apiSecret' | 'hashSecret', value: string): string {
  if (typeof value !== 'string' || value === '') {
    throw new TypeError(`${name} is missing; a client needs apiKey, apiSecret and hashSecret.`);
  }
  const mistaken = Object.entries(BEGINNINGS).find(
    ([other, beginning]) => other !== name && value.startsWith(beginning),
  );
  if (mistaken !== undefined) {
    const [other, beginning] = mistaken;
    const what = name === 'apiKey' ? 'is a secret, not the key' : 'is another credential';
    throw new TypeError(`${name} ${what}: it begins with ${beginning}, as ${other} does.`);
  }
  return value;
}

function positive(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new TypeError(`${name} must be a whole number from 1 on, but it is ${value}.`);
  }
  return value;
}
