/** Forms of a signature that are right but for their writing, or of another algorithm. */
const FORMS: readonly [pattern: RegExp, what: string][] = [
  [
    /^[A-Za-z0-9+/]{43}=$|^[A-Za-z0-9_-]{43}$/,
    'this one looks like base64: write the same bytes in hexadecimal',
  ],
  [/^(?:sha256=|0x|v1[,=]|HMAC )[0-9a-f]{64}$/i, 'this one has something before them: send the digits alone'],
  [/^["'<][0-9a-f]{64}["'>]$/i, 'this one has quotes around it: send the digits alone'],
  [/^[0-9a-f]{128}$/i, 'this one has 128 digits, as a SHA-512 has: use HMAC-SHA256'],
  [/^[0-9a-f]{96}$/i, 'this one has 96 digits, as a SHA-384 has: use HMAC-SHA256'],
  [/^[0-9a-f]{40}$/i, 'this one has 40 digits, as a SHA-1 has: use HMAC-SHA256'],
  [/^[0-9a-f]{32}$/i, 'this one has 32 digits, as an MD5 has: use HMAC-SHA256'],
];

/** What a signature without the form of one looks like, and what to do; undefined if nothing usual. */
export function signatureForm(signature: string): string | undefined {
  return FORMS.find(([pattern]) => pattern.test(signature))?.[1];
}
