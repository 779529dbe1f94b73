import { randomBytes } from 'node:crypto';
import { staffAtCommandLine } from '@vezne/domain/actor';
import type { Role } from '@vezne/domain/permissions';
import { addStaff } from '../../server/src/usecases/staff/add.ts';
import type { AddedStaff } from '../../server/src/usecases/staff/add.ts';
import type { Administration } from './administration.ts';
import type { DemoState } from './state.ts';

interface DemoPerson {
  handle: string;
  name: string;
  role: Role;
}

/** The first two are administrators: they add everybody else together. */
export const ADMINISTRATORS = [
  { handle: 'ayse', name: 'Ayşe Yıldız', role: 'administrator' },
  { handle: 'mehmet', name: 'Mehmet Demir', role: 'administrator' },
] as const satisfies DemoPerson[];
const OTHERS: readonly DemoPerson[] = [
  { handle: 'elif', name: 'Elif Kaya', role: 'operator' },
  { handle: 'deniz', name: 'Deniz Arslan', role: 'senior_operator' },
  { handle: 'can', name: 'Can Öztürk', role: 'finance' },
  { handle: 'zeynep', name: 'Zeynep Şahin', role: 'auditor' },
];

/** Who uses the command line of the demo unless told otherwise. */
export const DEMO_ACTOR = 'elif';

type StaffState = NonNullable<DemoState['staff']>;

/** People of every role, added as the command line does it. They have links yet, and no passwords. */
export async function makeDemoStaff({ context, consoleUrl, agreeWith }: Administration): Promise<StaffState> {
  const [firstPerson, secondPerson] = ADMINISTRATORS;
  const asked = { ...context, consoleUrl };
  const first = await alone(addStaff(asked, additionOf(firstPerson)));
  const asFirst = { ...asked, actor: staffAtCommandLine(first.person) };
  const second = await alone(addStaff(asFirst, additionOf(secondPerson)));
  const agree = agreeWith(staffAtCommandLine(second.person));
  const added = [stateOf(firstPerson, first), stateOf(secondPerson, second)];
  for (const person of OTHERS)
    added.push(stateOf(person, await agree(addStaff(asFirst, additionOf(person)))));
  return added;
}

function additionOf({ handle, name, role }: DemoPerson): { handle: string; name: string; roles: Role[] } {
  return { handle, name, roles: [role] };
}

async function alone(performing: ReturnType<typeof addStaff>): Promise<AddedStaff> {
  const performed = await performing;
  if (performed.outcome !== 'done') throw new Error('The first two people of the demo were not added alone.');
  return performed.result;
}

function stateOf({ handle, role }: DemoPerson, { enrolment }: AddedStaff): StaffState[number] {
  return { handle, role, password: randomBytes(12).toString('base64url'), link: enrolment.link };
}

/** Opens the links as the people would, and sets their passwords. In development they need no second factor. */
export async function enrolDemoStaff(consoleUrl: string, staff: StaffState): Promise<StaffState> {
  const enrolled = [];
  for (const { link, ...person } of staff) {
    if (link !== undefined) await enrol(consoleUrl, { token: new URL(link).hash.slice(1), ...person });
    enrolled.push(person);
  }
  return enrolled;
}

async function enrol(
  consoleUrl: string,
  { handle, token, password }: { handle: string; token: string; password: string },
): Promise<void> {
  const headers = { origin: consoleUrl, 'content-type': 'application/json' };
  const body = JSON.stringify({ token, password });
  const response = await fetch(`${consoleUrl}/api/enrolment`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${handle} could not enrol: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  // Nobody is signed in when the demo begins.
  await fetch(`${consoleUrl}/api/session`, { method: 'DELETE', headers: { origin: consoleUrl, cookie } });
}
