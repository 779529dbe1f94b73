import type { Person } from '@vezne/domain/actor';
import { signedIn } from '../../server/test/harness/signed-in.ts';

export const AYSE: Person = signedIn({ id: 'ayse', name: 'ayse' });
export const MEHMET: Person = signedIn({ id: 'mehmet', name: 'mehmet' });
