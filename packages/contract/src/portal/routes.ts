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
} from '../sign-in/profile.ts';
import {
  endSession,
  listSessions,
  passkeyStepUpOptions,
  signOut,
  stepUp,
  stepUpWithPasskey,
} from '../sign-in/session.ts';
import {
  passkeySignInOptions,
  signInWithCode,
  signInWithPasskey,
  signInWithRecoveryCode,
} from '../sign-in/sign-in.ts';
import { createCredentials, listCredentials, revokeCredential, rotateCredentials } from './credentials.ts';
import { listEntries, listTransactionEntries } from './entries.ts';
import { getHome, getMoney, getWebhookHealth } from './home.ts';
import { openLook } from './look.ts';
import { confirmNetworks, declineNetworks, getNetworks, setNetworks, withdrawNetworks } from './networks.ts';
import { invitePerson, listPeople, removePerson, withdrawInvitation } from './people.ts';
import type { PortalRoute } from './route.ts';
import { getSession } from './session.ts';
import { acceptInvitation, lookAtInvitation, signIn } from './sign-in.ts';
import { getTransaction, listTransactions, searchTransactions } from './transactions.ts';
import {
  getEndpointTest,
  listAttempts,
  listDeliveries,
  listEndpoints,
  pauseEndpoint,
  resendEvent,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
} from './webhooks.ts';
import {
  askStatement,
  downloadStatement,
  getStatement,
  getStatementMonth,
  getUsage,
  listStatements,
} from './statements.ts';

/** Every endpoint of the portal's API. The server serves exactly these, and the pages call exactly these. */
export const PORTAL_API = {
  signIn,
  signInWithCode,
  signInWithRecoveryCode,
  passkeySignInOptions,
  signInWithPasskey,
  lookAtInvitation,
  acceptInvitation,
  openLook,
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
  listPeople,
  invitePerson,
  withdrawInvitation,
  removePerson,
  getHome,
  getMoney,
  getWebhookHealth,
  listTransactions,
  searchTransactions,
  getTransaction,
  listEntries,
  listTransactionEntries,
  listCredentials,
  createCredentials,
  rotateCredentials,
  revokeCredential,
  getNetworks,
  setNetworks,
  confirmNetworks,
  declineNetworks,
  withdrawNetworks,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  rotateEndpointSecret,
  testEndpoint,
  getEndpointTest,
  listDeliveries,
  listAttempts,
  resendEvent,
  listStatements,
  askStatement,
  getStatement,
  downloadStatement,
  getStatementMonth,
  getUsage,
} as const satisfies Record<string, PortalRoute>;
