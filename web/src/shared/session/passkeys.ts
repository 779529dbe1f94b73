/** The browser's own dialog for passkeys. Loaded when it is needed: most presses are not. */
import type { SurfaceRoute } from '@vezne/contract/sign-in/route';
import type { z } from 'zod';
import type { passkeyAnswer, newPasskeyAnswer } from '@vezne/contract/sign-in/fields';
import { api } from '../api/api.ts';

export type PasskeyAnswer = z.input<typeof passkeyAnswer>;
export type NewPasskeyAnswer = z.input<typeof newPasskeyAnswer>;

/** The person closed the browser's dialog, or it took too long. */
export class PasskeyCancelled extends Error {}

export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

interface OptionsRoute extends SurfaceRoute {
  request: z.ZodType;
}

export async function askForPasskey(route: OptionsRoute): Promise<PasskeyAnswer> {
  const { options } = (await api(route, { body: {} })) as { options: never };
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await orCancelled(startAuthentication({ optionsJSON: options }))) as PasskeyAnswer;
}

export async function makePasskey(route: OptionsRoute): Promise<NewPasskeyAnswer> {
  const { options } = (await api(route, { body: {} })) as { options: never };
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await orCancelled(startRegistration({ optionsJSON: options }))) as NewPasskeyAnswer;
}

async function orCancelled<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new PasskeyCancelled('No passkey was used.', { cause: error });
  }
}
