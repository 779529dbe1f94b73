import { useQueryClient } from '@tanstack/react-query';
import { withdrawInvitation } from '@vezne/contract/portal/people';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { ConfirmAct } from '../../../shared/session/confirm-act.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { PEOPLE_KEY } from './use-people.ts';
import type { Invitation } from './use-people.ts';

export function WithdrawDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const { id, name, email } = invitation;
  return (
    <ConfirmAct
      question={t('people.withdraw_question', { name })}
      consequence={t('people.withdraw_consequence', { email })}
      act={t('people.withdraw')}
      what={t('people.withdraw_what', { email })}
      onConfirm={async () => {
        await api(withdrawInvitation, { params: { id } });
        // The row goes first, so that the focus is not given back to a button that vanishes.
        await client.invalidateQueries({ queryKey: PEOPLE_KEY });
        toast({ text: t('people.withdrawn') });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
