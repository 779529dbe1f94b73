import { useQueryClient } from '@tanstack/react-query';
import { invitePerson } from '@vezne/contract/portal/people';
import { isPersonName } from '@vezne/domain/actor';
import { EMAIL_MAX_LENGTH, foldEmail, isEmail } from '@vezne/domain/email';
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import { StepUpCancelled, useStepUp } from '../../../shared/session/step-up.tsx';
import { useProblemText } from '../../../shared/session/use-problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CheckList } from '../../../shared/ui/check-list.tsx';
import { Dialog, DialogEnds, EscapeHint } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Quiet } from '../../../shared/ui/page.tsx';
import { useProblemFocus } from '../../../shared/ui/use-problem-focus.ts';
import { Invited } from './invited.tsx';
import styles from './people.module.css';
import { PEOPLE_KEY } from './use-people.ts';

const NAME_MAX_LENGTH = 128;

export interface Typed {
  email: string;
  name: string;
  roles: readonly PartnerRole[];
}

const NOTHING: Typed = { email: '', name: '', roles: [] };

/** In the order in which people think of them. */
const SHOWN_ROLES = PARTNER_ROLES.toReversed();

/** Invites somebody by address, name and roles; then says where the invitation went. */
export function InviteDialog({ first = NOTHING, onClose }: { first?: Typed; onClose: () => void }) {
  const { t } = useTranslation();
  const [invited, setInvited] = useState<ApiOutput<typeof invitePerson> | null>(null);
  return (
    <Dialog
      title={invited === null ? t('people.invite') : t('people.invitation')}
      isOpen
      aside={<EscapeHint />}
      onClose={onClose}
    >
      {invited === null ? (
        <InviteForm first={first} onInvited={setInvited} onClose={onClose} />
      ) : (
        <Invited {...invited} onClose={onClose} />
      )}
    </Dialog>
  );
}

function InviteForm({
  first,
  onInvited,
  onClose,
}: {
  first: Typed;
  onInvited: (invited: ApiOutput<typeof invitePerson>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const withStepUp = useStepUp();
  const problemText = useProblemText();
  const [typed, setTyped] = useState<Typed>(first);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ at: keyof Typed | 'form'; text: string } | null>(null);
  const form = useProblemFocus(problem);
  const at = (place: keyof Typed): string | undefined => (problem?.at === place ? problem.text : undefined);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    if (!isEmail(foldEmail(typed.email))) setProblem({ at: 'email', text: t('people.email_wrong') });
    else if (!isPersonName(typed.name.trim())) setProblem({ at: 'name', text: t('people.name_wrong') });
    else if (typed.roles.length === 0) setProblem({ at: 'roles', text: t('people.roles_missing') });
    else void send({ email: foldEmail(typed.email), name: typed.name.trim(), roles: [...typed.roles] });
  };
  const send = async (body: { email: string; name: string; roles: PartnerRole[] }): Promise<void> => {
    setIsBusy(true);
    setProblem(null);
    try {
      const act = async () => await api(invitePerson, { body });
      onInvited(await withStepUp(t('people.invite_what', { email: body.email }), act));
      void client.invalidateQueries({ queryKey: PEOPLE_KEY });
    } catch (error) {
      if (error instanceof StepUpCancelled) return;
      setProblem({ at: codeOf(error) === 'email_taken' ? 'email' : 'form', text: problemText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.form} ref={form} onSubmit={submit} noValidate>
      {problem?.at === 'form' && (
        <Note tone="rejected" isAlert>
          {problem.text}
        </Note>
      )}
      <TextField
        label={t('people.email')}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX_LENGTH}
        data-autofocus
        value={typed.email}
        onChange={({ currentTarget: { value: email } }) => setTyped({ ...typed, email })}
        problem={at('email')}
      />
      <TextField
        label={t('people.name')}
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        value={typed.name}
        onChange={({ currentTarget: { value: name } }) => setTyped({ ...typed, name })}
        problem={at('name')}
      />
      <CheckList
        legend={t('people.roles')}
        options={SHOWN_ROLES.map((role) => ({
          value: role,
          label: t(`partner_roles.${role}`),
          text: t(`people.role_text.${role}`),
        }))}
        chosen={typed.roles}
        problem={at('roles')}
        onChange={(roles) => setTyped({ ...typed, roles })}
      />
      <Quiet>{t('people.invite_text')}</Quiet>
      <DialogEnds>
        <Button onClick={onClose} keyHint="Esc">
          {t('confirm.cancel')}
        </Button>
        <Button kind="main" type="submit" keyHint="Enter" isBusy={isBusy}>
          {t('people.invite_act')}
        </Button>
      </DialogEnds>
    </form>
  );
}
