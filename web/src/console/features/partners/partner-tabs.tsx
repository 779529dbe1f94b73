import type { PartnerDetail } from '@vezne/contract/console/partners';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tab } from '../administration/subject-page.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PlacesTab } from './places-tab.tsx';

/** The parts of a partner's page, in their order. Each is a file of its own, and one line here. */
export function usePartnerTabs(partner: PartnerDetail): readonly (Tab & { content: ReactNode })[] {
  const { t } = useTranslation();
  const { settings } = partner;
  return [
    { path: '', name: t('partners.tabs.overview'), content: <OverviewTab partner={partner} /> },
    ...(settings === null
      ? []
      : [
          {
            path: 'places',
            name: t('partners.tabs.places'),
            content: <PlacesTab partner={partner} settings={settings} />,
          },
        ]),
  ];
}
