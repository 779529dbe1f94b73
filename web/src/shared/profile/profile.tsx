import { useQuery } from '@tanstack/react-query';
import { getProfile } from '@vezne/contract/sign-in/profile';
import type { Passkey } from '@vezne/contract/sign-in/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api.ts';
import { codeOf } from '../api/api-error.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Box, Page, Quiet } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../ui/void.tsx';
import { canUsePasskeys } from '../session/passkeys.ts';
import { loginOf } from '../session/any-session.ts';
import { useAnySignedIn } from '../session/session.ts';
import { CodesBox } from './codes-box.tsx';
import { leftWithoutOne } from './factors.ts';
import type { ProfileData } from './factors.ts';
import styles from './profile.module.css';
import { OpenDialog, PROFILE_KEY } from './profile-dialogs.tsx';
import type { Open } from './profile-dialogs.tsx';

export function Profile() {
  const { t } = useTranslation();
  const session = useAnySignedIn();
  const [open, setOpen] = useState<Open | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: PROFILE_KEY,
    queryFn: async ({ signal }) => await api(getProfile, {}, { signal }),
  });
  return (
    <Page title={t('profile.title')} meta={`${session.person.name} · ${loginOf(session)}`}>
      {error !== null && (
        <Box title={t('profile.title')}>
          <Failed code={codeOf(error)} onRetry={() => void refetch()} />
        </Box>
      )}
      {error === null && <Boxes data={data} onOpen={setOpen} />}
      {/* One that follows another is a new one, and takes the focus. */}
      {open !== null && <OpenDialog key={open.what} open={open} onOpen={setOpen} />}
    </Page>
  );
}

function Boxes({ data, onOpen }: { data: ProfileData | undefined; onOpen: (open: Open) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Box
        title={t('profile.password')}
        span={6}
        aside={
          <Button size="small" onClick={() => onOpen({ what: 'password' })}>
            {t('profile.change_password')}
          </Button>
        }
      >
        {data === undefined ? (
          <Quiet>…</Quiet>
        ) : (
          <Since
            label={t('profile.password_set')}
            at={data.passwordSetAt}
            otherwise={t('profile.password_never')}
          />
        )}
      </Box>
      <Box
        title={t('profile.app')}
        span={6}
        aside={
          data !== undefined &&
          (data.totpSince === null ? (
            <Button size="small" icon="plus" onClick={() => onOpen({ what: 'app' })}>
              {t('profile.add_app')}
            </Button>
          ) : (
            <Button
              kind="risk"
              size="small"
              onClick={() => onOpen({ what: 'remove-app', left: leftWithoutOne(data) })}
            >
              {t('profile.remove_app')}
            </Button>
          ))
        }
      >
        {data === undefined ? (
          <Quiet>…</Quiet>
        ) : (
          <Since label={t('profile.app_since')} at={data.totpSince} otherwise={t('profile.app_none')} />
        )}
      </Box>
      <Box
        title={t('profile.passkeys')}
        span={6}
        isFlush
        aside={
          <Button
            size="small"
            icon="plus"
            disabled={!canUsePasskeys()}
            onClick={() => onOpen({ what: 'new-passkey' })}
          >
            {t('profile.add_passkey')}
          </Button>
        }
      >
        {data === undefined && <SkeletonRows rows={2} height={56} />}
        {data?.passkeys.length === 0 && (
          <Empty icon="passkey" title={t('profile.passkeys_none')}>
            {t('profile.passkeys_none_text')}
          </Empty>
        )}
        {data !== undefined && data.passkeys.length > 0 && (
          <ul className={styles.list}>
            {data.passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onOpen={onOpen}
                onRemove={() => onOpen({ what: 'remove-passkey', passkey, left: leftWithoutOne(data) })}
              />
            ))}
          </ul>
        )}
      </Box>
      <CodesBox data={data} onRenew={() => onOpen({ what: 'renew' })} />
    </>
  );
}

function Since({ label, at, otherwise }: { label: string; at: string | null; otherwise: string }) {
  if (at === null) return <Quiet>{otherwise}</Quiet>;
  return (
    <Quiet>
      {label} <Time at={new Date(at)} />
    </Quiet>
  );
}

function PasskeyRow({
  passkey,
  onOpen,
  onRemove,
}: {
  passkey: Passkey;
  onOpen: (open: Open) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey;
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>
          {t('profile.passkey_created')} <Time at={new Date(createdAt)} only="moment" /> ·{' '}
          {lastUsedAt === null ? (
            t('profile.passkey_unused')
          ) : (
            <>
              {t('profile.passkey_used')} <Time at={new Date(lastUsedAt)} only="ago" />
            </>
          )}
        </small>
      </span>
      <Badge tone={isBackedUp ? 'approved' : 'quiet'} icon={isBackedUp ? 'check-ring' : 'phone'}>
        {isBackedUp ? t('profile.backed_up') : t('profile.this_device')}
      </Badge>
      <span>
        <IconButton
          icon="edit"
          label={t('profile.rename', { name })}
          onClick={() => onOpen({ what: 'rename', passkey })}
        />
        <IconButton icon="trash" label={t('profile.remove', { name })} onClick={onRemove} />
      </span>
    </li>
  );
}
