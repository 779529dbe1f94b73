import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COLOURS } from '@vezne/design/tokens';
import { cents } from '@vezne/domain/money';
import { Badge, STATE_CODES, StateBadge } from '../../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Diff } from '../../../shared/ui/diff.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { CodeField, PasswordField, TextField } from '../../../shared/ui/field.tsx';
import { Iban, Identifier, MaskedIban, ReferenceCode } from '../../../shared/ui/identifiers.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { ICON_PATHS } from '../../../shared/ui/icon-paths.ts';
import type { IconName } from '../../../shared/ui/icon-paths.ts';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { Money } from '../../../shared/ui/money.tsx';
import { NameDiff } from '../../../shared/ui/name-diff.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Box, Line, Page, Quiet, Stack } from '../../../shared/ui/page.tsx';
import { Steps } from '../../../shared/ui/steps.tsx';
import { Sum } from '../../../shared/ui/sum.tsx';
import { Age, Time } from '../../../shared/ui/time.tsx';
import { Timeline } from '../../../shared/ui/timeline.tsx';
import { ToastView } from '../../../shared/ui/toast.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { NotFound } from '../../../shared/failures/failures.tsx';
import { useSignedIn } from '../session/session.ts';
import { PartsRows } from './parts-rows.tsx';
import styles from './parts.module.css';

const MINUTE_MS = 60_000;
const AGES_MINUTES = [0, 2, 4, 5, 7, 9, 10, 14];

/** Every part in every state, for developers. Not in production: nothing of it is real. */
export function Parts() {
  const { environment } = useSignedIn();
  return environment === 'development' ? <AllParts /> : <NotFound />;
}

function AllParts() {
  const { t } = useTranslation();
  // Ages count from when the page was opened, so that pictures of it are alike.
  const now = useNow();
  const [openedAt] = useState(() => now.getTime());
  const ago = (minutes: number): Date => new Date(openedAt - minutes * MINUTE_MS);
  return (
    <Page title={t('parts.title')} meta={t('parts.every')}>
      <Colours />
      <Type />
      <Buttons />
      <Fields />
      <Box title={t('parts.states')} span={6}>
        <Line>
          {STATE_CODES.map((state) => (
            <StateBadge key={state} state={state} />
          ))}
        </Line>
      </Box>
      <Box title={t('parts.age')} span={6}>
        <Stack gap={8}>
          <Line gap={16}>
            {AGES_MINUTES.map((minutes) => (
              <Age key={minutes} since={ago(minutes)} targetMinutes={10} />
            ))}
          </Line>
          <Quiet isTiny>{t('parts.age_text')}</Quiet>
        </Stack>
      </Box>
      <Box title={t('parts.money')} span={4}>
        <Facts
          areFigures
          facts={[
            [t('parts.plain'), <Money key="a" amountCents={cents(100_000n)} />],
            [t('parts.negative'), <Money key="b" amountCents={cents(-2_850n)} />],
            [t('parts.positive'), <Money key="c" amountCents={cents(92_150n)} isSigned />],
          ]}
        />
      </Box>
      <Box title={t('parts.sum')} span={4}>
        <Sum
          lines={[
            { label: t('parts.requested'), amountCents: cents(95_000n) },
            {
              label: t('parts.commission'),
              note: t('parts.commission_note'),
              amountCents: cents(-2_850n),
              isSigned: true,
            },
          ]}
          total={{ label: t('parts.credited'), amountCents: cents(92_150n) }}
        />
      </Box>
      <Box title={t('parts.values')} span={4}>
        <Facts
          facts={[
            [t('parts.new'), <Time key="a" at={ago(3)} only="ago" />],
            [t('parts.today'), <Time key="b" at={ago(61)} />],
            [t('parts.old'), <Time key="c" at={new Date('2025-11-09T18:10:00Z')} only="moment" />],
            [t('parts.iban'), <Iban key="d" iban="TR710001001298450073215001" />],
            [t('parts.short_iban'), <MaskedIban key="e" start="TR18" end="1946" />],
            [t('parts.identifier'), <Identifier key="f" id="txn_01K9ZQ3M5T7V9X1B3D5F7H4Q7F" />],
            [t('parts.code'), <ReferenceCode key="g" code="K7M39RXP" />],
          ]}
        />
      </Box>
      <PartsRows ago={ago} />
      <Box title={t('parts.names')} span={4}>
        <Stack gap={16}>
          <NameDiff player="Ayşe Işık" sender="Ayhan Işık" />
          <NameDiff player="Ömer Faruk Şahin" sender="OMER SAHIN" />
        </Stack>
      </Box>
      <Box title={t('parts.diff')} span={8} isFlush>
        <Diff
          differences={[
            {
              name: t('parts.deposit_commission'),
              before: t('parts.rate_before'),
              after: t('parts.rate_after'),
            },
            {
              name: t('parts.webhook_address'),
              before: null,
              after: 'https://api.atlas.example/hooks',
              isCode: true,
            },
            { name: t('parts.network'), before: '198.51.100.7/32', after: null, isCode: true },
          ]}
        />
      </Box>
      <Box title={t('parts.notes')} span={4}>
        <Stack gap={8}>
          <Note tone="waiting" title={t('parts.note_waiting')}>
            Cem Aksoy, Ceren Aksoy
          </Note>
          <Note tone="rejected" title={t('parts.note_rejected')} />
          <Note tone="approved" title={t('parts.note_approved')} />
          <Note tone="accent" title={t('parts.note_accent')} />
          <Note>{t('parts.note_quiet')}</Note>
        </Stack>
      </Box>
      <Box title={t('parts.toasts')} span={4}>
        <div className={styles.toasts}>
          <ToastView
            text={t('parts.toast_done')}
            action={{ label: t('parts.toast_open'), run: () => undefined }}
            onClose={() => undefined}
          />
          <ToastView text={t('parts.toast_unknown')} isError onClose={() => undefined} />
          <Quiet isTiny>{t('parts.toast_text')}</Quiet>
        </div>
      </Box>
      <Box title={t('parts.timeline')} span={4}>
        <Timeline
          entries={[
            { id: '4', at: ago(1), tone: 'waiting', text: t('parts.again_later') },
            {
              id: '3',
              at: ago(2),
              tone: 'rejected',
              text: t('parts.second_try'),
              note: t('parts.second_try_note'),
            },
            { id: '2', at: ago(3), tone: 'approved', text: t('parts.approved_by') },
            { id: '1', at: ago(11), text: t('parts.told') },
          ]}
        />
      </Box>
      <Box title={t('parts.steps')} span={6}>
        <Steps names={[t('parts.take'), t('parts.authorise'), t('parts.send')]} current={1} />
      </Box>
      <Confirmations />
      <Box title={t('parts.keys')} span={6}>
        <Stack>
          <KeyLine
            keys={[
              [['J', 'K'], t('parts.walk')],
              [['Enter'], t('parts.open')],
              [['A'], t('parts.approve')],
            ]}
          />
          <Line>
            <Face name="Elif Demir" />
            <Face name="İrem Yıldız" isLarge />
          </Line>
        </Stack>
      </Box>
      <Box title={t('parts.icons')} span={6}>
        <div className={styles.icons}>
          {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
            <span key={name} title={name}>
              <Icon name={name} />
            </span>
          ))}
        </div>
      </Box>
    </Page>
  );
}

function Colours() {
  const { t } = useTranslation();
  return (
    <Box title={t('parts.colours')} span={8}>
      <ul className={styles.colours}>
        {Object.keys(COLOURS).map((name) => (
          <li key={name}>
            <span style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Box>
  );
}

function Type() {
  const { t } = useTranslation();
  return (
    <Box title={t('parts.type')} span={4}>
      <div className={styles.type}>
        <p className={styles.balance}>
          <Money amountCents={cents(128_431_075n)} /> <small>28 / 36 {t('parts.one_balance')}</small>
        </p>
        <p className={styles.pageTitle}>
          {t('parts.page_title')} <small>18 / 24</small>
        </p>
        <p className={styles.boxTitle}>
          {t('parts.box_title')} <small>16 / 24</small>
        </p>
        <p>
          {t('parts.body')} <small>14 / 20</small>
        </p>
        <Quiet>
          {t('parts.second')} <small>13 / 18</small>
        </Quiet>
        <Quiet isTiny>{t('parts.hint')} 12 / 16</Quiet>
      </div>
    </Box>
  );
}

function Buttons() {
  const { t } = useTranslation();
  return (
    <Box title={t('parts.buttons')} span={6}>
      <Stack>
        <Line>
          <Button kind="main" keyHint="A">
            {t('parts.approve')}
          </Button>
          <Button kind="main" isBusy>
            {t('parts.approving')}
          </Button>
          <Button disabled>{t('parts.off')}</Button>
        </Line>
        <Line>
          <Button keyHint="Esc">{t('confirm.cancel')}</Button>
          <Button kind="risk" keyHint="R">
            {t('parts.reject')}
          </Button>
          <Button kind="risk-full">{t('parts.freeze')}</Button>
          <Button kind="bare">{t('parts.like_link')}</Button>
        </Line>
        <Line>
          <Button kind="main" size="small">
            {t('parts.small')}
          </Button>
          <Button size="small" icon="download">
            CSV
          </Button>
          <Button kind="risk" size="small">
            {t('parts.reject')}
          </Button>
          <IconButton icon="copy" label={t('copy.identifier')} />
          <IconButton icon="edit" label={t('profile.save')} disabled />
          <Badge tone="accent" icon="people">
            {t('parts.note_accent')}
          </Badge>
        </Line>
      </Stack>
    </Box>
  );
}

function Fields() {
  const { t } = useTranslation();
  const [code, setCode] = useState('407');
  return (
    <Box title={t('parts.fields')} span={6}>
      <div className={styles.fields}>
        <TextField label={t('parts.empty_field')} placeholder={t('parts.empty_placeholder')} />
        <TextField label={t('parts.filled')} defaultValue="Ayşe" />
        <form>
          <PasswordField label={t('door.password')} defaultValue="correct horse" autoComplete="off" />
        </form>
        <TextField label={t('parts.wrong')} defaultValue="TR71 0001" problem={t('parts.wrong_text')} />
        <TextField
          label={t('parts.closed')}
          defaultValue="Mavi Oyun"
          help={t('parts.closed_help')}
          disabled
        />
        <CodeField
          label={t('second_factor.code')}
          value={code}
          onChange={setCode}
          onComplete={() => undefined}
          problem={t('errors.code_wrong')}
        />
      </div>
    </Box>
  );
}

function Confirmations() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'main' | 'risk' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Box title={t('parts.confirm')} span={6}>
      <Line>
        <Button onClick={() => setOpen('main')}>{t('parts.open_confirm')}</Button>
        <Button kind="risk" onClick={() => setOpen('risk')}>
          {t('parts.open_risk')}
        </Button>
      </Line>
      <Confirm
        question={t('parts.question')}
        consequence={t('parts.consequence')}
        act={t('parts.approve')}
        isOpen={open === 'main'}
        onConfirm={close}
        onClose={close}
      />
      <Confirm
        question={t('parts.risk_question')}
        consequence={t('parts.risk_consequence')}
        act={t('parts.freeze')}
        isRisky
        isOpen={open === 'risk'}
        onConfirm={close}
        onClose={close}
      />
    </Box>
  );
}
