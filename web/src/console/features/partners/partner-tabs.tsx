import type { PartnerDetail } from '@vezne/contract/console/partners';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tab } from '../administration/subject-page.tsx';
import { CredentialsTab } from './credentials-tab.tsx';
import { EndpointsTab } from './endpoints-tab.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { PlacesTab } from './places-tab.tsx';
import { TermsTab } from './terms-tab.tsx';

/** The parts of a partner's page, in their order. Each is a file of its own, and one line here. */
export function usePartnerTabs(partner: PartnerDetail): readonly (Tab & { content: ReactNode })[] {
  const { t } = useTranslation();
  const { settings } = partner;
  return [
    { path: '', name: t('partners.tabs.overview'), content: <OverviewTab partner={partner} /> },
    ...(settings === null
      ? []
      : [
          { path: 'terms', name: t('partners.tabs.terms'), content: <TermsTab partner={partner} /> },
          {
            path: 'credentials',
            name: t('partners.tabs.credentials'),
            content: <CredentialsTab partner={partner} />,
          },
          {
            path: 'endpoints',
            name: t('partners.tabs.endpoints'),
            content: <EndpointsTab partner={partner} />,
          },
          {
            path: 'limits',
            name: t('partners.tabs.limits'),
            content: <LimitsTab partner={partner} settings={settings} />,
          },
          {
            path: 'places',
            name: t('partners.tabs.places'),
            content: <PlacesTab partner={partner} settings={settings} />,
          },
          { path: 'people', name: t('partners.tabs.people'), content: <PeopleTab partner={partner} /> },
        ]),
  ];
}
