import { WebhookVerificationError } from './errors.ts';

/** A version as in the specification. Messages do not repeat anything else from the header. */
const VERSION_PATTERN = /^(v[0-9a-z]{1,4}),./;

/**
 * Whether the body would match the signature if it were written as the service writes it: compact, without unnecessary
 * escapes. If so, some program on the way has parsed it and written it again.
 */
export function isSignedReserialised(
  body: string | Uint8Array,
  isSigned: (content: string) => boolean,
): boolean {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    return isSigned(JSON.stringify(JSON.parse(text)));
  } catch {
    return false;
  }
}

/** Why none of the signatures is valid. */
export function signatureProblem(signatures: string, secretCount: number): WebhookVerificationError {
  const versions = signatures.split(' ').flatMap((one) => VERSION_PATTERN.exec(one)?.[1] ?? []);
  if (versions.length === 0) {
    return new WebhookVerificationError(
      'header_malformed',
      'The header webhook-signature holds no signature. It should hold v1, a comma and base64, once or several times with spaces between.',
    );
  }
  if (!versions.includes('v1')) {
    return new WebhookVerificationError(
      'signature_version_unknown',
      `The header webhook-signature holds only signatures of version ${[...new Set(versions)].join(', ')}, and this package knows v1. Update it.`,
    );
  }
  const secrets = secretCount === 1 ? 'the secret' : `any of the ${secretCount} secrets`;
  return new WebhookVerificationError(
    'signature_mismatch',
    `The signature was not made with ${secrets} given here for these bytes. Check that the secret is the one of this endpoint (each endpoint has its own, and a replaced one ends), and that nothing changes the body on its way. If both are right, the webhook is forged.`,
  );
}
