import { Secret, TOTP } from 'otpauth';

/** What every authenticator app knows: SHA-1, six digits, half a minute. Some ignore anything else that they are told. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** 160 bits, as RFC 4226 asks. */
const SECRET_BYTES = 20;

/** Clocks of phones differ, and people finish typing late: the code before and the one after count too. */
const STEPS_AROUND = 1;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the picture for an app holds. */
export function totpUri({
  secret,
  issuer,
  handle,
}: {
  secret: string;
  issuer: string;
  handle: string;
}): string {
  return new TOTP({ ...FORM, secret: Secret.fromBase32(secret), issuer, label: handle }).toString();
}

/** The step that the code belongs to; undefined if it is no code of this moment. */
export function stepOfCode(secret: string, code: string, nowMs: number): bigint | undefined {
  // The library would pass over blanks.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = TOTP.validate({
    ...FORM,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: nowMs,
    window: STEPS_AROUND,
  });
  if (delta === null) return undefined;
  return BigInt(TOTP.counter({ period: FORM.period, timestamp: nowMs }) + delta);
}

/** Seconds until an app shows the next code, at least one. */
export function secondsToNextCode(nowMs: number): number {
  return Math.max(Math.ceil(TOTP.remaining({ period: FORM.period, timestamp: nowMs }) / 1_000), 1);
}
