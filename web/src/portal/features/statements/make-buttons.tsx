import { STATEMENT_FORMATS } from '@vezne/domain/partner-statement';
import type { StatementFormat } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useProblemText } from '../../../shared/session/use-problem.ts';
import { Button, FileLink } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from './statements.module.css';
import { useAsk } from './use-statements.ts';
import type { StatementFile, Wish } from './use-statements.ts';
import { fileAddress, useTake } from './use-take.ts';

const isOf = (file: StatementFile, wish: Wish): boolean =>
  wish.of === 'month'
    ? file.month === wish.month
    : file.month === null && file.from === wish.from && file.to === wish.to;

/** The newest file of this wish. */
function fileOf(
  files: readonly StatementFile[],
  { wish, format, language }: { wish: Wish; format: StatementFormat; language: Language },
): StatementFile | undefined {
  return files.find((file) => file.format === format && file.language === language && isOf(file, wish));
}

/**
 * One for each format, in the language of the page. A closed month never changes, so what was made of it is taken away by the same button; of
 * any other period each press makes a new file, which the list of files has.
 */
export function MakeButtons({
  wish,
  files,
  size = 'normal',
  isDisabled = false,
}: {
  wish: Wish;
  files: readonly StatementFile[];
  size?: 'normal' | 'small';
  isDisabled?: boolean;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const problemText = useProblemText();
  const ask = useAsk();
  const { take, isTaking, problem } = useTake();
  const asked = files.find(({ id }) => id === ask.data?.file.id);
  return (
    <>
      <div className={styles.formats} role="group" aria-label={t('statements.make')}>
        {STATEMENT_FORMATS.map((format) => {
          const file = fileOf(files, { wish, format, language });
          const isAsked = ask.isPending && ask.variables.format === format;
          return (
            <FormatButton
              key={format}
              format={format}
              size={size}
              isBusy={isAsked || file?.state === 'waiting' || (file !== undefined && isTaking(file.id))}
              isDisabled={isDisabled}
              fileId={wish.of === 'month' && file?.state === 'ready' ? file.id : undefined}
              onTake={take}
              onAsk={() => ask.mutate({ wish, language, format })}
            />
          );
        })}
      </div>
      {/* There from the beginning, so that a change is read out. */}
      <div role="status" className={styles.asked}>
        {asked !== undefined && <AskedLine file={asked} isTaking={isTaking(asked.id)} onTake={take} />}
      </div>
      {ask.error !== null && (
        <Note tone="rejected" isAlert>
          {problemText(ask.error)}
        </Note>
      )}
      {problem !== undefined && (
        <Note tone="rejected" isAlert>
          {problem}
        </Note>
      )}
    </>
  );
}

/** What became of the last press: the list of files may be out of sight. */
function AskedLine({
  file: { id, format, state, problem },
  isTaking,
  onTake,
}: {
  file: StatementFile;
  isTaking: boolean;
  onTake: (id: string) => void;
}) {
  const { t } = useTranslation();
  const name = format.toUpperCase();
  if (state === 'waiting') return <span>{t('statements.asked_making', { format: name })}</span>;
  if (state === 'failed')
    return (
      <span>{problem === null ? t('statements.states.failed') : t(`statements.problems.${problem}`)}</span>
    );
  return (
    <>
      <span>{t('statements.asked_ready', { format: name })}</span>
      <FileLink
        href={fileAddress(id)}
        isBusy={isTaking}
        onTake={() => onTake(id)}
        kind="main"
        size="small"
        icon="download"
        label={t('statements.download_file', { file: name })}
      >
        {t('statements.download')}
      </FileLink>
    </>
  );
}

function FormatButton({
  format,
  size,
  isBusy,
  isDisabled,
  fileId,
  onTake,
  onAsk,
}: {
  format: StatementFormat;
  size: 'normal' | 'small';
  isBusy: boolean;
  isDisabled: boolean;
  /** The file, once there is one. */
  fileId: string | undefined;
  onTake: (id: string) => void;
  onAsk: () => void;
}) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const wasPressed = useRef(false);
  const name = format.toUpperCase();
  // The button that had the focus has become a link: whoever pressed it goes on there.
  useEffect(() => {
    if (fileId === undefined || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) link.current?.focus();
  }, [fileId]);
  if (fileId !== undefined)
    return (
      <FileLink
        ref={link}
        href={fileAddress(fileId)}
        isBusy={isBusy}
        onTake={() => onTake(fileId)}
        size={size}
        icon="download"
        label={t('statements.download_format', { format: name })}
      >
        {name}
      </FileLink>
    );
  return (
    <Button
      size={size}
      isBusy={isBusy}
      disabled={isDisabled}
      aria-label={
        isBusy
          ? t('statements.making_format', { format: name })
          : t('statements.make_format', { format: name })
      }
      onClick={() => {
        wasPressed.current = true;
        onAsk();
      }}
    >
      {name}
    </Button>
  );
}
