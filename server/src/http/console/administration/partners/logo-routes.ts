import * as contract from '@vezne/contract/console/partners';
import type { FastifyInstance } from 'fastify';
import { findLogo } from '../../../../db/read/partners/partner-logos.ts';
import { setLogo } from '../../../../usecases/partners/set-logo.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { rawConsoleRoute } from '../../route.ts';
import { changeRoute } from '../change.ts';

/** Whatever is in the file, a browser that opens it runs nothing of it. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The picture that players see beside a partner's name. */
export function partnerLogoRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { pool } = dependencies.signIn;
  rawConsoleRoute(app, dependencies, contract.getPartnerLogo, async ({ id, reply }) => {
    const logo = await findLogo(pool, id);
    if (logo === undefined) throw new ConsoleError('not_found');
    return await reply
      .headers({
        'content-security-policy': FILE_POLICY,
        'content-disposition': 'attachment; filename="logo"',
      })
      .type(logo.contentType)
      .send(logo.content);
  });
  changeRoute(app, dependencies, contract.setPartnerLogo, async (context, { id, body }) => ({
    outcome: 'done',
    result: await setLogo(context, { partner: id, content: Buffer.from(body.content, 'base64') }),
  }));
  changeRoute(app, dependencies, contract.removePartnerLogo, async (context, { id }) => ({
    outcome: 'done',
    result: await setLogo(context, { partner: id, content: null }),
  }));
}
