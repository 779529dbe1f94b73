import type { Passkey } from '@vezne/contract/sign-in/profile';
import * as contract from '@vezne/contract/sign-in/profile';
import type { FastifyInstance } from 'fastify';
import type { PasskeyRecord } from '../../usecases/sign-in/own-passkeys.ts';
import { changePassword } from '../../usecases/sign-in/change-password.ts';
import * as passkeys from '../../usecases/sign-in/own-passkeys.ts';
import { renewRecoveryCodes } from '../../usecases/sign-in/recovery-codes.ts';
import * as totp from '../../usecases/sign-in/totp.ts';
import { surfaceRoute } from './route.ts';
import type { Surface } from './surface.ts';

/** One's own password, app, passkeys and recovery codes. */
export function profileRoutes(app: FastifyInstance, surface: Surface): void {
  const { signIn: context } = surface;
  surfaceRoute(app, surface, contract.getProfile, async ({ session: { person } }) => {
    const { store } = context;
    const [app_, keys, recoveryCodesLeft] = await Promise.all([
      store.findTotp(person),
      store.listPasskeys(person),
      store.countRecoveryCodesLeft(person),
    ]);
    return {
      passwordSetAt: person.passwordSetAt?.toISOString() ?? null,
      totpSince: app_?.confirmedAt?.toISOString() ?? null,
      passkeys: keys.map(shownPasskey),
      recoveryCodesLeft,
      needsSecondFactor: context.isSecondFactorRequired,
    };
  });
  surfaceRoute(app, surface, contract.changePassword, async ({ session, caller, body }) => {
    await changePassword(context, session, { ...body, caller });
    return {};
  });
  surfaceRoute(
    app,
    surface,
    contract.beginTotp,
    async ({ session }) => await totp.beginTotp(context, session),
  );
  surfaceRoute(
    app,
    surface,
    contract.confirmTotp,
    async ({ session, caller, body }) => await totp.confirmTotp(context, session, { ...body, caller }),
  );
  surfaceRoute(app, surface, contract.removeTotp, async ({ session, caller }) => {
    await totp.removeTotp(context, session, caller);
    return {};
  });
  passkeyRoutes(app, surface);
  surfaceRoute(app, surface, contract.renewRecoveryCodes, async ({ session, caller }) => ({
    recoveryCodes: await renewRecoveryCodes(context, session, caller),
  }));
}

function passkeyRoutes(app: FastifyInstance, surface: Surface): void {
  const { signIn: context } = surface;
  surfaceRoute(app, surface, contract.newPasskeyOptions, async ({ session }) => ({
    options: { ...(await passkeys.askForNewPasskey(context, session)) },
  }));
  surfaceRoute(app, surface, contract.addPasskey, async ({ session, caller, body }) => {
    const { id, recoveryCodes } = await passkeys.addPasskey(context, session, { ...body, caller });
    return { passkey: shownPasskey(await passkeys.getPasskey(context, session, id)), recoveryCodes };
  });
  surfaceRoute(app, surface, contract.renamePasskey, async ({ session, caller, body, id }) => {
    await passkeys.renamePasskey(context, session, { id, name: body.name, caller });
    return { passkey: shownPasskey(await passkeys.getPasskey(context, session, id)) };
  });
  surfaceRoute(app, surface, contract.removePasskey, async ({ session, caller, id }) => {
    await passkeys.removePasskey(context, session, { id, caller });
    return {};
  });
}

function shownPasskey({ id, name, createdAt, lastUsedAt, isBackedUp }: PasskeyRecord): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isBackedUp,
  };
}
