import type { Person } from '@vezne/domain/actor';

export const AYSE: Person = { kind: 'staff', id: 'ayse', name: 'ayse' };
export const MEHMET: Person = { kind: 'staff', id: 'mehmet', name: 'mehmet' };
