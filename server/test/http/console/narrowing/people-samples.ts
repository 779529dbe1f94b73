/** People who can't do something any more, seen by what the console answers them. */
import { read } from '../../../harness/console-desk.ts';
import { asked } from './sample.ts';
import type { Sample } from './sample.ts';

/** Somebody who reads a page for those who read everything. */
const person = (sample: Pick<Sample, 'action' | 'route'>, body: object, closed: string): Sample => ({
  ...sample,
  async prepare({ desk }) {
    const somebody = await desk.operator({ roles: ['finance', 'operator'] });
    const ask = async (): Promise<string> => (await read(somebody.page, '/api/staff')).code ?? 'open';
    return { id: somebody.person.id, body, ...asked(ask, closed) };
  },
});

export const PEOPLE_SAMPLES: readonly Sample[] = [
  person({ action: 'staff.disable', route: 'disableStaff' }, {}, 'session_ended'),
  person({ action: 'staff.end_sessions', route: 'endStaffSessions' }, {}, 'session_ended'),
  person({ action: 'staff.set_roles', route: 'setStaffRoles' }, { roles: ['operator'] }, 'session_ended'),
];
