import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: it can't be guessed, so its hash needs no salt and no cost. */
const TOKEN_BYTES = 32;

/** A secret that stands for a session, an attempt to sign in or a link, and what the database keeps of it. */
export interface NewToken {
  token: string;
  tokenHash: Buffer;
}

export function newToken(): NewToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: tokenHashOf(token) };
}

export function tokenHashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function isToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}
