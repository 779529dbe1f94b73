import { randomBytes } from 'node:crypto';
import { acceptInvitation } from '@vezne/contract/portal/sign-in';
import { invitePartnerPerson } from '../../server/src/usecases/partner-people/invite-by-two.ts';
import { personAtCommandLine } from '../../server/src/usecases/staff/at-command-line.ts';
import type { Administration } from './administration.ts';
import { ADMINISTRATORS } from './staff.ts';
import type { DemoState } from './state.ts';

type PartnerPeople = NonNullable<DemoState['partnerPeople']>;

/** Of the demo shop, which begins with nothing. */
export const SHOP_OWNER = { email: 'selin@demo-shop.example', name: 'Selin Aksoy' };
/** Of a partner whose morning is full. */
export const BUSY_OWNER = { email: 'bora@mavi-oyun.example', name: 'Bora Şahin' };

/** An owner of a partner, invited by the two administrators as at the command line. */
export async function inviteOwner(
  { context, portalUrl, agreeWith }: Administration,
  { partner, email, name }: { partner: string; email: string; name: string },
): Promise<PartnerPeople[number]> {
  const [asker, confirmer] = await Promise.all(
    ADMINISTRATORS.map(async ({ handle }) => await personAtCommandLine(context.db, handle)),
  );
  if (asker === undefined || confirmer === undefined) throw new Error('The demo has two administrators.');
  const { enrolment } = await agreeWith(confirmer)(
    invitePartnerPerson({ ...context, actor: asker, portalUrl }, { partner, email, name, roles: ['owner'] }),
  );
  const password = randomBytes(12).toString('base64url');
  return { email, partner, role: 'owner', password, link: enrolment.link };
}

/** Opens the links as the people would, and sets their passwords. In development they need no second factor. */
export async function enrolPartnerPeople(portalUrl: string, people: PartnerPeople): Promise<PartnerPeople> {
  const enrolled = [];
  for (const { link, ...person } of people) {
    if (link !== undefined) await accept(portalUrl, { token: new URL(link).hash.slice(1), ...person });
    enrolled.push(person);
  }
  return enrolled;
}

async function accept(
  portalUrl: string,
  { email, token, password }: { email: string; token: string; password: string },
): Promise<void> {
  const headers = { origin: portalUrl, 'content-type': 'application/json' };
  const body = JSON.stringify({ token, password });
  const response = await fetch(`${portalUrl}${acceptInvitation.path}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${email} could not come in: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  // Nobody is signed in when the demo begins.
  await fetch(`${portalUrl}/api/session`, { method: 'DELETE', headers: { origin: portalUrl, cookie } });
}
