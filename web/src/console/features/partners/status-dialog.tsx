import { disablePartner, enablePartner } from '@vezne/contract/console/partners';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { PARTNERS_KEY } from './use-partners.ts';

/** Disables a partner at once, by one person; enabling it again takes two. */
export function StatusDialog({ partner, onClose }: { partner: PartnerDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name, status } = partner;
  const isActive = status === 'active';
  const texts = isActive
    ? {
        title: t('partners.disable_question', { name }),
        consequence: t('partners.disable_consequence', { name }),
        act: t('partners.disable'),
        done: t('partners.disabled', { name }),
      }
    : {
        title: t('partners.enable_question', { name }),
        consequence: t('partners.enable_consequence', { name }),
        act: t('partners.enable'),
        done: t('partners.saved', { name }),
      };
  return (
    <ChangeDialog
      {...texts}
      queryKey={PARTNERS_KEY}
      takesTwo={!isActive}
      isRisky={isActive}
      send={async (press) =>
        await api(isActive ? disablePartner : enablePartner, { params: { id }, body: { ...press } })
      }
      onClose={onClose}
    />
  );
}
