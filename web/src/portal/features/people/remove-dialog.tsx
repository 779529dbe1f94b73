import { useQueryClient } from '@tanstack/react-query';
import { removePerson } from '@vezne/contract/portal/people';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { ConfirmAct } from '../../../shared/session/confirm-act.tsx';
import { useSignOut } from '../../../shared/session/session.ts';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { PEOPLE_KEY, isLastOwner } from './use-people.ts';
import type { Person } from './use-people.ts';

/**
 * Asks before somebody goes. The last owner is told why they stay, and what would help: that is always oneself, for only owners see this
 * page.
 */
export function RemoveDialog({
  person,
  people,
  onInvite,
  onClose,
}: {
  person: Person;
  people: readonly Person[];
  onInvite: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const signOut = useSignOut();
  const { id, name, email, isSelf } = person;
  if (isLastOwner(person, people)) {
    return (
      <Confirm
        question={t('people.you_stay')}
        consequence={t('people.you_stay_text')}
        act={t('people.invite')}
        isOpen
        onConfirm={onInvite}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmAct
      question={isSelf ? t('people.leave_question') : t('people.remove_question', { name })}
      consequence={isSelf ? t('people.leave_consequence') : t('people.remove_consequence', { name, email })}
      act={isSelf ? t('people.leave') : t('people.remove_act')}
      what={isSelf ? t('people.leave_what') : t('people.remove_what', { name })}
      onConfirm={async () => {
        await api(removePerson, { params: { id } });
        if (isSelf) return await signOut();
        // The row goes first, so that the focus is not given back to a button that vanishes.
        await client.invalidateQueries({ queryKey: PEOPLE_KEY });
        toast({ text: t('people.removed', { name }) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
