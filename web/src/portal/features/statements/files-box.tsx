import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Tone } from '../../../shared/ui/badge.tsx';
import { FileLink } from '../../../shared/ui/button.tsx';
import type { IconName } from '../../../shared/ui/icon-paths.ts';
import { Note } from '../../../shared/ui/note.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import { CardTable } from '../../parts/card-table.tsx';
import { useSignedIn } from '../session/session.ts';
import styles from './statements.module.css';
import type { StatementFile } from './use-statements.ts';
import { fileAddress, useTake } from './use-take.ts';
import { daysName, monthName, writtenSize } from './written-days.ts';

const STATES = {
  waiting: { tone: 'waiting', icon: 'clock' },
  ready: { tone: 'approved', icon: 'check-ring' },
  failed: { tone: 'rejected', icon: 'cross-ring' },
} as const satisfies Record<StatementFile['state'], { tone: Tone; icon: IconName }>;

/** Files that were asked for, newest first. */
export function FilesBox({ files }: { files: readonly StatementFile[] }) {
  const { t } = useTranslation();
  const waiting = files.filter(({ state }) => state === 'waiting').length;
  return (
    <Box
      title={t('statements.files')}
      isFlush
      aside={
        // There from the beginning, so that a change is read out.
        <span role="status">{waiting > 0 && t('statements.being_made', { count: waiting })}</span>
      }
    >
      {files.length === 0 ? (
        <Empty icon="document" title={t('statements.no_files')}>
          {t('statements.no_files_text')}
        </Empty>
      ) : (
        <FilesTable files={files} />
      )}
    </Box>
  );
}

function FilesTable({ files }: { files: readonly StatementFile[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Each that is taken away is noted with its person, and whoever looks as the partner sees it is none.
  const mayTake = useSignedIn().look === null;
  const { take, isTaking, problem } = useTake();
  const name = ({ month, from, to }: StatementFile) =>
    month === null ? daysName(from, to, language) : monthName(month, language);
  const about = (file: StatementFile) =>
    [
      file.format.toUpperCase(),
      t(`statements.languages.${file.language}`),
      ...(file.sizeBytes === null ? [] : [writtenSize(file.sizeBytes, language)]),
    ].join(' · ');
  const state = ({ state: of }: StatementFile) => (
    <Badge {...STATES[of]}>{t(`statements.states.${of}`)}</Badge>
  );
  const link = (file: StatementFile) =>
    mayTake && file.state === 'ready' ? (
      <FileLink
        href={fileAddress(file.id)}
        isBusy={isTaking(file.id)}
        onTake={() => take(file.id)}
        size="small"
        icon="download"
        label={t('statements.download_file', { file: `${name(file)}, ${about(file)}` })}
      >
        {t('statements.download')}
      </FileLink>
    ) : undefined;
  return (
    <>
      {problem !== undefined && (
        <div className={styles.refused}>
          <Note tone="rejected" isAlert>
            {problem}
          </Note>
        </div>
      )}
      <CardTable
        label={t('statements.files')}
        rows={files}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'what',
            header: t('statements.file'),
            cell: (file) => (
              <span className={styles.twoLines}>
                {name(file)}
                {file.problem === null ? (
                  <span>{about(file)}</span>
                ) : (
                  <span className={styles.problem}>{t(`statements.problems.${file.problem}`)}</span>
                )}
              </span>
            ),
          },
          {
            key: 'asked',
            header: t('statements.asked'),
            width: '96px',
            isQuiet: true,
            cell: ({ askedAt }) => <Time at={new Date(askedAt)} only="moment" />,
          },
          { key: 'state', header: t('statements.state'), width: '140px', cell: state },
          {
            key: 'download',
            header: t('statements.download'),
            width: '136px',
            isFigure: true,
            isUnnamed: true,
            cell: link,
          },
        ]}
        card={(file) => ({
          title: name(file),
          figure: state(file),
          sub: file.problem === null ? about(file) : t(`statements.problems.${file.problem}`),
          aside: <Time at={new Date(file.askedAt)} only="moment" />,
          below: link(file),
        })}
      />
    </>
  );
}
