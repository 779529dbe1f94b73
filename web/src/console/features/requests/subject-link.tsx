import type { RequestDetail } from '@vezne/contract/console/requests';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSignedIn } from '../session/session.ts';
import { placesFor } from '../shell/places.ts';

type About = Pick<RequestDetail, 'subject' | 'action' | 'status'>;

/** What adds something: until it is confirmed there is no page of it. */
const ADDING = new Set(['partner.create', 'bank_account.add', 'staff.add']);

/** What of it has a page. A webhook address is on that of its partner. */
function pageOf({ subject, action, status }: About) {
  const { type, id, name, partner, partnerId } = subject;
  if (ADDING.has(action) && status !== 'confirmed') return undefined;
  if (type === 'partner') return { word: 'partner', place: 'partners', below: id, name } as const;
  if (type === 'bank_account')
    return { word: 'bank_account', place: 'bank_accounts', below: id, name } as const;
  if (type === 'staff') return { word: 'person', place: 'staff', below: id, name } as const;
  if (type === 'webhook_endpoint' && partnerId !== null)
    return { word: 'partner', place: 'partners', below: `${partnerId}/endpoints`, name: partner } as const;
  return undefined;
}

/** What a change is about, as the way to its page; undefined: there is none, or not for this person. */
export function useSubjectLink(about: About): readonly [string, ReactNode] | undefined {
  const { t } = useTranslation();
  const places = placesFor(useSignedIn());
  const found = pageOf(about);
  const path = places.find(({ name }) => name === found?.place)?.path;
  if (found === undefined || path === undefined) return undefined;
  return [
    t(`requests.subjects.${found.word}`),
    <Link key="subject" to={`${path}/${found.below}`}>
      {found.name}
    </Link>,
  ];
}
