import {
  disableStaff,
  enableStaff,
  endStaffSessions,
  resetStaff,
  setStaffRoles,
} from '@vezne/contract/console/staff';
import type { StaffDetail } from '@vezne/contract/console/staff';
import { changedPlan, isSamePlan, planWidens } from '@vezne/domain/staff-roles';
import type { RolePlan } from '@vezne/domain/staff-roles';
import type { Role } from '@vezne/domain/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Note } from '../../../shared/ui/note.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { MailField, readMailAddress } from './mail-field.tsx';
import { useRolesText } from './person-words.tsx';
import { RoleChoice } from './role-choice.tsx';
import { RolesFromFields, useRolesFrom } from './roles-from.tsx';
import { STAFF_KEY } from './use-staff.ts';

interface Props {
  person: StaffDetail;
  onClose: () => void;
}

/** All roles anew. Another one takes a second person, one less does not: the dialog says so before anybody presses. */
export function RolesDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const { id, name, planned, isLastAdministrator } = person;
  const [roles, setRoles] = useState<readonly Role[]>(person.roles);
  const start = useRolesFrom();
  const before = planOf(person);
  const after = changedPlan(before, roles, start.from ?? undefined);
  const isKept = isSamePlan({ ...before, ...NO_PLAN }, { ...after, ...NO_PLAN });
  const when = after.nextRoles !== null ? 'later' : isKept && planned !== null ? 'kept' : 'now';
  const others = person.otherAdministrators.map(({ from, count }) => ({ from: new Date(from), count }));
  return (
    <ChangeDialog
      title={t('staff.roles_of', { name })}
      consequence={t(`staff.roles_consequence.${when}`, { name })}
      act={t('staff.save')}
      done={when === 'later' ? t('staff.roles_planned', { name }) : t('staff.roles_saved', { name })}
      queryKey={STAFF_KEY}
      takesTwo={planWidens(before, after, others)}
      isReady={!isSamePlan(before, after) && roles.length > 0 && start.from !== null}
      send={async (press) =>
        await api(setStaffRoles, {
          params: { id },
          body: { ...press, roles: [...roles], ...(start.from && { from: start.from.toISOString() }) },
        })
      }
      onClose={onClose}
    >
      <RoleChoice roles={roles} isAdministratorKept={isLastAdministrator} onChange={setRoles} />
      <RolesFromFields from={start} />
      {planned !== null && when !== 'kept' && <Note>{t('staff.plan_dropped')}</Note>}
      {roles.length === 0 && <Note tone="waiting">{t('staff.needs_role')}</Note>}
    </ChangeDialog>
  );
}

const NO_PLAN = { nextRoles: null, nextRolesFrom: null };

function planOf({ roles, planned }: StaffDetail): RolePlan {
  return planned === null
    ? { roles, ...NO_PLAN }
    : { roles, nextRoles: planned.roles, nextRolesFrom: new Date(planned.from) };
}

/** One person does it, at once: whoever sees a danger must not have to wait. */
export function DisableDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const { id, name, inHand } = person;
  return (
    <ChangeDialog
      title={t('staff.disable_question', { name })}
      consequence={t('staff.disable_consequence', { name })}
      act={t('staff.disable')}
      done={t('staff.disabled', { name })}
      queryKey={STAFF_KEY}
      takesTwo={false}
      isRisky
      send={async (press) => await api(disableStaff, { params: { id }, body: press })}
      onClose={onClose}
    >
      {inHand.taken > 0 && <Note>{t('staff.taken_go_back', { count: inHand.taken })}</Note>}
      {inHand.authorised > 0 && (
        <Note tone="waiting">{t('staff.authorised_stay', { count: inHand.authorised })}</Note>
      )}
    </ChangeDialog>
  );
}

export function EnableDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const rolesText = useRolesText();
  const { id, name, roles } = person;
  return (
    <ChangeDialog
      title={t('staff.enable_question', { name })}
      consequence={t('staff.enable_consequence', { name, roles: rolesText(roles) })}
      act={t('staff.enable')}
      done={t('staff.enabled', { name })}
      queryKey={STAFF_KEY}
      takesTwo
      send={async (press) => await api(enableStaff, { params: { id }, body: press })}
      onClose={onClose}
    />
  );
}

/** Whoever has the new link becomes the person, so it takes two even when there is nothing to reset yet. */
export function ResetDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const { id, name, canMail, factors } = person;
  const [mail, setMail] = useState('');
  const mailTo = readMailAddress(mail);
  return (
    <ChangeDialog
      title={t('staff.reset_question', { name })}
      consequence={
        factors.hasPassword
          ? t('staff.reset_consequence', { name })
          : t('staff.new_link_consequence', { name })
      }
      act={t('staff.reset')}
      done={t('staff.was_reset', { name })}
      queryKey={STAFF_KEY}
      takesTwo
      isReady={mailTo !== null}
      send={async (press) =>
        await api(resetStaff, {
          params: { id },
          body: { ...press, ...(typeof mailTo === 'string' && { mailTo }) },
        })
      }
      onClose={onClose}
    >
      <Note tone="waiting">{t('staff.reset_warning', { name })}</Note>
      <MailField canMail={canMail} text={mail} onText={setMail} />
    </ChangeDialog>
  );
}

export function EndSessionsDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const { id, name, sessions } = person;
  return (
    <ChangeDialog
      title={t('staff.end_sessions_question', { name })}
      consequence={t('staff.end_sessions_consequence', { name, count: sessions.length })}
      act={t('staff.end_sessions')}
      done={t('staff.sessions_ended', { name })}
      queryKey={STAFF_KEY}
      takesTwo={false}
      isRisky
      send={async (press) => await api(endStaffSessions, { params: { id }, body: press })}
      onClose={onClose}
    />
  );
}
