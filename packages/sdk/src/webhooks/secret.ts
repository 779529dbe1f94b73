import { WebhookVerificationError } from './errors.ts';

const PREFIX = 'whsec_';

/** The sizes that Standard Webhooks allows. A shorter key was probably cut off when it was copied. */
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

/** Credentials that are often next to a webhook secret in a configuration, and easily confused with it. */
const OTHER_CREDENTIALS: readonly [prefix: string, name: string][] = [
  ['vzk_', 'the API key'],
  ['vzs_', 'the API secret'],
  ['vzh_', 'the hash secret'],
];

/** The key in a secret: the bytes that the base64 after `whsec_` encodes. No message ever contains the secret. */
export function webhookKey(secret: string): Buffer {
  if (typeof secret !== 'string' || secret === '') {
    throw malformed('is missing. Set it to the secret of your webhook endpoint, which starts with whsec_.');
  }
  if (secret.trim() !== secret) {
    throw malformed('has spaces or a line end around it. Remove them.');
  }
  const other = OTHER_CREDENTIALS.find(([prefix]) => secret.startsWith(prefix));
  if (other !== undefined) {
    const [prefix, name] = other;
    throw malformed(
      `starts with ${prefix}: that is ${name}, which signs your requests. Webhooks have a secret of their own, which starts with whsec_.`,
    );
  }
  if (!secret.startsWith(PREFIX)) {
    throw malformed('does not start with whsec_. Copy the secret of your webhook endpoint as a whole.');
  }
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  // Buffer.from silently skips characters that are not base64. Encoding it again shows whether something was skipped.
  if (key.toString('base64') !== secret.slice(PREFIX.length)) {
    throw malformed('is not base64 after whsec_. Copy it again, to its last character.');
  }
  if (key.length < MIN_KEY_BYTES || key.length > MAX_KEY_BYTES) {
    throw malformed(
      `holds ${key.length} bytes after whsec_, and must hold ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES}. Copy it again, to its last character.`,
    );
  }
  return key;
}

/** The keys of one or several secrets. Without any, every webhook would be refused without a reason. */
export function webhookKeys(secrets: string | readonly string[]): Buffer[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0) return [webhookKey('')];
  return list.map((secret: string) => webhookKey(secret));
}

function malformed(rest: string): WebhookVerificationError {
  return new WebhookVerificationError('secret_malformed', `The webhook secret ${rest}`);
}
