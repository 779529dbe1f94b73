import { briefTransaction } from '../../db/brief-transaction.ts';
import type { CredentialContext } from '../admin-context.ts';
import { addBankAccountAct } from '../bank-accounts/add.ts';
import { disableBankAccountAct, enableBankAccountAct, setBankAccountAct } from '../bank-accounts/change.ts';
import { unblockAct } from '../blocks/unblock.ts';
import { createCredentialsAct } from '../credentials/create.ts';
import { rotateCredentialsAct } from '../credentials/rotate.ts';
import { performAsked, planAsked } from '../four-eyes/act.ts';
import type { Act } from '../four-eyes/act.ts';
import { invitePartnerPersonAct } from '../partner-people/invite-by-two.ts';
import type { PortalLinkContext } from '../partner-people/portal-links.ts';
import { enablePartnerAct, setPartnerAct } from '../partners/change.ts';
import { createPartnerAct } from '../partners/create.ts';
import { setTermsAct } from '../partners/set-terms.ts';
import { setLimitsAct } from '../settings/change.ts';
import { addStaffAct } from '../staff/add.ts';
import type { StaffContext } from '../staff/context.ts';
import { enableStaffAct } from '../staff/enable.ts';
import { resetStaffAct } from '../staff/reset.ts';
import { setStaffRolesAct } from '../staff/set-roles.ts';
import { addWebhookEndpointAct } from '../webhooks/add.ts';
import { enableWebhookEndpointAct, setWebhookEndpointAct } from '../webhooks/change.ts';
import { rotateWebhookSecretAct } from '../webhooks/rotate-secret.ts';
import { refuseUnlessMayConfirm } from './may-confirm.ts';
import type { Confirmation, Prepared } from './prepared.ts';

/** Every change that can wait for a second person. */
export const CONFIRMABLE_ACTS = [
  addBankAccountAct,
  addStaffAct,
  addWebhookEndpointAct,
  createCredentialsAct,
  createPartnerAct,
  disableBankAccountAct,
  enableBankAccountAct,
  enablePartnerAct,
  enableStaffAct,
  enableWebhookEndpointAct,
  invitePartnerPersonAct,
  resetStaffAct,
  rotateCredentialsAct,
  rotateWebhookSecretAct,
  setBankAccountAct,
  setLimitsAct,
  setPartnerAct,
  setStaffRolesAct,
  setTermsAct,
  setWebhookEndpointAct,
  unblockAct,
] as const;

// What each act takes is in its own requests, so the list needs no common type of input.
type ActContext = CredentialContext & StaffContext & PortalLinkContext;
type AnyAct = Act<object, unknown, ActContext>;

function actOf({ action }: { action: string }): AnyAct | undefined {
  return CONFIRMABLE_ACTS.find((act) => act.action === action) as AnyAct | undefined;
}

/** What makes secrets and links is read only by an act that does. */
function contextOf({ db, actor, issuer, consoleUrl, portalUrl }: Omit<Confirmation, 'asked'>): ActContext {
  return {
    db,
    actor,
    get sealedSecrets() {
      return issuer().sealedSecrets;
    },
    get cell() {
      return issuer().cell;
    },
    get consoleUrl() {
      return consoleUrl();
    },
    get portalUrl() {
      return portalUrl();
    },
  };
}

export async function prepareAct({ asked, ...context }: Confirmation): Promise<Prepared | undefined> {
  const act = actOf(asked);
  if (act === undefined) return undefined;
  refuseUnlessMayConfirm(context.actor, act.action);
  return async ({ trx }) =>
    await performAsked(trx, act, {
      context: contextOf(context),
      requestId: asked.id,
      asked,
      askedBy: { id: asked.askedById, name: asked.askedBy },
    });
}

/** Refused if an act can't be done as things are, or is no longer what was asked. It is planned, and nothing is written. */
export async function planAct({ asked, ...context }: Confirmation): Promise<void> {
  const act = actOf(asked);
  if (act === undefined) return;
  const full = contextOf(context);
  await briefTransaction(context.db, async (trx) => {
    await planAsked(trx, act, { context: full, requestId: asked.id, asked });
  });
}
