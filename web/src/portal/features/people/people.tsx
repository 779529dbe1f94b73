import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Box, Page } from '../../../shared/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { InvitationTable } from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { Typed } from './invite-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { usePeople } from './use-people.ts';
import type { Invitation, Person } from './use-people.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** What is open over the page. */
type Open =
  | { what: 'invite'; first?: Typed }
  | { what: 'remove'; person: Person }
  | { what: 'withdraw'; invitation: Invitation };

/** Who of the partner may come in, and who is invited. */
export function People() {
  const { t } = useTranslation();
  const { data, error, refetch } = usePeople();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const invite = (
    <Button kind="main" icon="plus" onClick={() => setOpen({ what: 'invite' })}>
      {t('people.invite')}
    </Button>
  );
  return (
    <Page title={t('people.title')} actions={invite}>
      <Box title={t('people.inside')} aside={data?.people.length} isFlush>
        {error !== null && (
          <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        )}
        {error === null && data === undefined && <SkeletonRows rows={3} height={56} />}
        {data !== undefined && (
          <PeopleTable people={data.people} onRemove={(person) => setOpen({ what: 'remove', person })} />
        )}
      </Box>
      {data !== undefined && (
        <Box title={t('people.invited')} aside={data.invitations.length} isFlush>
          {data.invitations.length === 0 ? (
            <Empty icon="people" title={t('people.nobody_invited')}>
              {t('people.nobody_invited_text')}
            </Empty>
          ) : (
            <InvitationTable
              invitations={data.invitations}
              onAgain={(invitation) => setOpen({ what: 'invite', first: invitation })}
              onWithdraw={(invitation) => setOpen({ what: 'withdraw', invitation })}
            />
          )}
        </Box>
      )}
      {open?.what === 'invite' && <InviteDialog {...(open.first && { first: open.first })} onClose={close} />}
      {open?.what === 'remove' && data !== undefined && (
        <RemoveDialog
          person={open.person}
          people={data.people}
          onInvite={() => setOpen({ what: 'invite' })}
          onClose={close}
        />
      )}
      {open?.what === 'withdraw' && <WithdrawDialog invitation={open.invitation} onClose={close} />}
    </Page>
  );
}
