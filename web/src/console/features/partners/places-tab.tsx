import type { PartnerDetail, PartnerSettings } from '@vezne/contract/console/partners';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Box, Quiet } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import styles from '../administration/administration.module.css';
import { useSignedIn } from '../session/session.ts';
import { LogoBox } from './logo-box.tsx';
import { RefundNoteDialog } from './refund-note-dialog.tsx';
import { SetPartnerDialog } from './set-partner-dialog.tsx';
import type { SettableField } from './set-partner-dialog.tsx';
import { FIELD_TEXTS } from './typed-settings.ts';

/** What the partner is called, where it sends players, where it calls from and how often. */
export function PlacesTab({ partner, settings }: { partner: PartnerDetail; settings: PartnerSettings }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [open, setOpen] = useState<SettableField | null>(null);
  const mayAsk = permissions.includes('ask_change');
  const { redirectHosts, allowedNetworks, askedNetworks, requestsPerSecond, supportAddress, refundNote } =
    settings;
  const [isNoteOpen, setIsNoteOpen] = useState(false);
  const change = (field: SettableField) =>
    mayAsk ? (
      <Button
        size="small"
        icon="edit"
        aria-label={t('partners.change_of', { field: t(`partners.fields.${FIELD_TEXTS[field]}`) })}
        onClick={() => setOpen(field)}
      >
        {t('partners.change')}
      </Button>
    ) : undefined;
  return (
    <>
      <Box title={t('partners.fields.name')} aside={change('name')} span={6}>
        <p>{partner.name}</p>
        <Quiet>{t('partners.help.name')}</Quiet>
      </Box>
      <Box title={t('partners.fields.requests_per_second')} aside={change('requestsPerSecond')} span={6}>
        <p>
          {requestsPerSecond === null
            ? t('partners.usual_rate')
            : t('partners.rate', { count: requestsPerSecond })}
        </p>
        <Quiet>{t('partners.help.requests_per_second')}</Quiet>
      </Box>
      <Box title={t('partners.fields.redirect_hosts')} aside={change('redirectHosts')} span={6}>
        <Entries entries={redirectHosts} />
        <Quiet>{t('partners.help.redirect_hosts')}</Quiet>
      </Box>
      <Box title={t('partners.fields.allowed_networks')} aside={change('allowedNetworks')} span={6}>
        <Entries entries={allowedNetworks} />
        <Quiet>{t('partners.help.allowed_networks')}</Quiet>
        {askedNetworks !== null && <AskedNetworks asked={askedNetworks} />}
      </Box>
      <Box title={t('partners.fields.support_address')} aside={change('supportAddress')} span={6}>
        <p>{supportAddress ?? t('partners.no_support')}</p>
        <Quiet>{t('partners.help.support_address')}</Quiet>
      </Box>
      <Box
        title={t('partners.fields.refund_note')}
        span={6}
        aside={
          mayAsk ? (
            <Button
              size="small"
              icon="edit"
              aria-label={t('partners.change_of', { field: t('partners.fields.refund_note') })}
              onClick={() => setIsNoteOpen(true)}
            >
              {t('partners.change')}
            </Button>
          ) : undefined
        }
      >
        {refundNote === null ? (
          <p>{t('partners.refund.none')}</p>
        ) : (
          <>
            <p lang="tr">{refundNote.tr}</p>
            <p lang="en">{refundNote.en}</p>
          </>
        )}
        <Quiet>{t('partners.help.refund_note')}</Quiet>
      </Box>
      <LogoBox partner={partner} logo={settings.logo} />
      {isNoteOpen && (
        <RefundNoteDialog partner={partner} note={refundNote} onClose={() => setIsNoteOpen(false)} />
      )}
      {!mayAsk && (
        <div style={{ gridColumn: '1 / -1' }}>
          <Quiet>{t('administration.may_not')}</Quiet>
        </div>
      )}
      {open !== null && (
        <SetPartnerDialog
          key={open}
          partner={partner}
          settings={settings}
          field={open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Somebody of the partner waits for it, and nothing else at the console says so. */
function AskedNetworks({ asked }: { asked: NonNullable<PartnerSettings['askedNetworks']> }) {
  const { t } = useTranslation();
  const { networks, askedBy, askedAt, expiresAt, waitsFor } = asked;
  return (
    <div className={styles.asked}>
      <Note tone="waiting" title={t('partners.asked_networks.title', { name: askedBy })}>
        <Entries entries={networks} />
        <p>
          {waitsFor === 'us'
            ? t('partners.asked_networks.for_us')
            : t('partners.asked_networks.for_colleague')}
        </p>
        <Quiet isTiny>
          <Time at={new Date(askedAt)} only="ago" /> · {t('partners.asked_networks.until')}{' '}
          <Time at={new Date(expiresAt)} only="moment" />
        </Quiet>
      </Note>
    </div>
  );
}

function Entries({ entries }: { entries: readonly string[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return <p>{t('partners.any')}</p>;
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
