import { countConfirmers, getCounts } from './counts.ts';
import { enrol, lookAtEnrolment } from './enrolment.ts';
import {
  addPasskey,
  beginTotp,
  changePassword,
  confirmTotp,
  getProfile,
  newPasskeyOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from './profile.ts';
import type { ConsoleRoute } from './route.ts';
import {
  endSession,
  getSession,
  listSessions,
  passkeyStepUpOptions,
  signOut,
  stepUp,
  stepUpWithPasskey,
} from './session.ts';
import {
  passkeySignInOptions,
  signIn,
  signInWithCode,
  signInWithPasskey,
  signInWithRecoveryCode,
} from './sign-in.ts';

/** Every endpoint of the console's API. The server serves exactly these, and the pages call exactly these. */
export const CONSOLE_API = {
  signIn,
  signInWithCode,
  signInWithRecoveryCode,
  passkeySignInOptions,
  signInWithPasskey,
  lookAtEnrolment,
  enrol,
  getSession,
  signOut,
  stepUp,
  passkeyStepUpOptions,
  stepUpWithPasskey,
  listSessions,
  endSession,
  getProfile,
  changePassword,
  beginTotp,
  confirmTotp,
  removeTotp,
  newPasskeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  renewRecoveryCodes,
  countConfirmers,
  getCounts,
} as const satisfies Record<string, ConsoleRoute>;
