import { useQuery } from '@tanstack/react-query';
import { countConfirmers, getCounts } from '@vezne/contract/console/counts';
import type { LiveCounts } from '@vezne/contract/console/live';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { codeOf } from '../../../shared/api/api-error.ts';
import { KEPT_FRESH } from '../../../shared/api/query-client.ts';
import { writtenDay, writtenMoment } from '../../../shared/i18n/age.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Box, Line, Page, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { useLive } from '../live/live.tsx';
import { useToConfirm } from '../requests/use-requests.ts';
import { useSignedIn } from '../session/session.ts';
import { placesFor } from '../shell/places.ts';
import styles from './overview.module.css';
import { CONFIRMING, whoConfirms } from './who-confirms.ts';
import type { Confirmer } from './who-confirms.ts';

/** Who you are, what you may do, and whether somebody is there to confirm. */
export function Overview() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { permissions } = useSignedIn();
  const query = useQuery({
    queryKey: ['confirmers'],
    queryFn: async ({ signal }) => await api(countConfirmers, {}, { signal }),
    ...KEPT_FRESH,
  });
  const confirmers = query.data && whoConfirms(query.data.signedIn, permissions);
  return (
    <Page title={t('nav.overview')} meta={writtenDay(now, language)}>
      {confirmers !== undefined && <TooFew confirmers={confirmers} />}
      <Waiting />
      <You />
      <May />
      <Box title={t('overview.confirmers')} aside={t('overview.confirmers_aside')} span={6} isFlush>
        {query.error !== null && <Failed code={codeOf(query.error)} onRetry={() => void query.refetch()} />}
        {query.isPending && <SkeletonRows rows={CONFIRMING.length} />}
        {confirmers !== undefined && (
          <ul className={styles.list}>
            {confirmers.map(({ permission, count, who, isEnough }) => (
              <li key={permission}>
                <span>{t(`confirmers.${permission}`)}</span>
                {isEnough ? (
                  <b>{t(`presence.${who}`, { count })}</b>
                ) : (
                  <Badge tone="waiting" icon="warning">
                    {t(`presence.${who}`, { count })}
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        )}
      </Box>
      <OpenRequests />
    </Page>
  );
}

function TooFew({ confirmers }: { confirmers: readonly Confirmer[] }) {
  const { t } = useTranslation();
  const lacking = confirmers.filter(({ isEnough }) => !isEnough);
  if (lacking.length === 0) return null;
  const what = lacking
    .map(
      ({ permission, who, count }) => `${t(`confirmers.${permission}`)}: ${t(`presence.${who}`, { count })}`,
    )
    .join(' · ');
  return (
    <div className={styles.whole}>
      <Note tone="waiting" title={t('overview.too_few')}>
        {t('overview.too_few_text', { what })}
      </Note>
    </div>
  );
}

/** What waits for somebody, each a way to it. */
function Waiting() {
  const { t } = useTranslation();
  const { counts } = useLive();
  const places = placesFor(useSignedIn());
  const waiting = [
    { name: 'deposits', title: t('nav.deposits'), count: counts?.deposits.waiting },
    { name: 'withdrawals', title: t('nav.withdrawals'), count: counts?.withdrawals.waiting },
    {
      name: 'undelivered',
      title: t('undelivered.title'),
      count: counts && <UndeliveredCount counts={counts.undelivered} />,
    },
  ] as const;
  const shown = waiting.filter(({ name }) => places.some((place) => place.name === name));
  if (shown.length === 0) return null;
  return (
    <Box title={t('overview.waiting')} span={12} isFlush>
      <ul className={styles.list}>
        {shown.map(({ name, title, count }) => (
          <li key={name}>
            <Link to={`/${name}`}>{title}</Link>
            <b>{count ?? '–'}</b>
          </li>
        ))}
      </ul>
    </Box>
  );
}

/** Two figures that don't add up: addresses that are behind, and webhooks that were given up. */
function UndeliveredCount({ counts: { endpoints, parked } }: { counts: LiveCounts['undelivered'] }) {
  const { t } = useTranslation();
  const parts = [
    ...(endpoints > 0 ? [t('undelivered.behind_count', { count: endpoints })] : []),
    ...(parked > 0 ? [t('undelivered.parked_count', { count: parked })] : []),
  ];
  if (parts.length === 0) return 0;
  return (
    <Badge tone="waiting" icon="warning">
      {parts.join(' · ')}
    </Badge>
  );
}

function You() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { person, endsAt, stepUpUntil } = useSignedIn();
  const until = stepUpUntil === null ? null : new Date(stepUpUntil);
  return (
    <Box title={person.name} aside={t('overview.you')} span={6}>
      <Facts
        facts={[
          [t('overview.handle'), person.handle],
          [t('overview.roles'), person.roles.map((role) => t(`roles.${role}`)).join(', ')],
          [t('overview.session_until'), writtenMoment(new Date(endsAt), now, language)],
          [
            t('overview.stepped_up'),
            until !== null && until > now
              ? t('overview.stepped_up_until', { time: writtenMoment(until, now, language) })
              : t('overview.not_stepped_up'),
          ],
        ]}
      />
    </Box>
  );
}

function May() {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  return (
    <Box title={t('overview.may')} span={6}>
      <ul className={styles.may}>
        {permissions.map((permission) => (
          <li key={permission}>
            <Icon name="check" size={14} />
            {t(`permissions.${permission}`)}
          </li>
        ))}
      </ul>
    </Box>
  );
}

function OpenRequests() {
  const { t } = useTranslation();
  const toConfirm = useToConfirm();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['counts'],
    queryFn: async ({ signal }) => await api(getCounts, {}, { signal }),
    ...KEPT_FRESH,
  });
  return (
    <Box title={t('overview.requests')} span={6} aside={data?.openRequests}>
      {error !== null && <Failed code={codeOf(error)} onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows rows={1} />}
      {data !== undefined &&
        (data.openRequests === 0 ? (
          <Quiet>{t('overview.requests_none')}</Quiet>
        ) : (
          <Stack gap={8}>
            {toConfirm !== undefined && (
              <Quiet>
                {toConfirm === 0
                  ? t('overview.requests_for_others')
                  : t('overview.requests_for_you', { count: toConfirm })}
              </Quiet>
            )}
            <Line>
              <ButtonLink to="/requests" size="small">
                {t('nav.requests')}
              </ButtonLink>
            </Line>
          </Stack>
        ))}
    </Box>
  );
}
