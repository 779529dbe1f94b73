import { downloadStatement } from '@vezne/contract/portal/statements';
import { STATEMENT_FORMATS } from '@vezne/domain/partner-statement';
import type { StatementFormat } from '@vezne/domain/partner-statement';
import type { Language } from '@vezne/domain/written';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../../shared/api/api.ts';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { useProblemText } from '../../../shared/session/use-problem.ts';
import { Button, FileLink } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import styles from './statements.module.css';
import { useAsk } from './use-statements.ts';
import type { StatementFile, Wish } from './use-statements.ts';

export const fileAddress = (id: string): string => addressOf(downloadStatement.path, { id });

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
              isBusy={isAsked || file?.state === 'waiting'}
              isDisabled={isDisabled}
              address={wish.of === 'month' && file?.state === 'ready' ? fileAddress(file.id) : undefined}
              onAsk={() => ask.mutate({ wish, language, format })}
            />
          );
        })}
      </div>
      {ask.error !== null && (
        <Note tone="rejected" isAlert>
          {problemText(ask.error)}
        </Note>
      )}
    </>
  );
}

function FormatButton({
  format,
  size,
  isBusy,
  isDisabled,
  address,
  onAsk,
}: {
  format: StatementFormat;
  size: 'normal' | 'small';
  isBusy: boolean;
  isDisabled: boolean;
  /** Where the file is. */
  address: string | undefined;
  onAsk: () => void;
}) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const wasPressed = useRef(false);
  const name = format.toUpperCase();
  // The button that had the focus has become a link: whoever pressed it goes on there.
  useEffect(() => {
    if (address === undefined || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) link.current?.focus();
  }, [address]);
  if (address !== undefined)
    return (
      <FileLink
        ref={link}
        href={address}
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
