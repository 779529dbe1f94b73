import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/identifiers.tsx';
import { Note } from '../ui/note.tsx';
import { Line, Stack } from '../ui/page.tsx';
import { saveText } from '../ui/save-file.ts';
import styles from './profile.module.css';

/** Ten codes, shown once. One goes on only after saying that they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [isKept, setIsKept] = useState(false);
  const text = codes.join('\n');
  return (
    <Stack gap={16}>
      <Note tone="waiting" title={t('recovery.once')}>
        {t('recovery.text')}
      </Note>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Line>
        <Button size="small" icon="download" onClick={() => saveText(`${text}\n`, t('recovery.file'))}>
          {t('recovery.download')}
        </Button>
        <Copy text={text} label={t('copy.codes')} />
      </Line>
      <Checkbox
        label={t('recovery.kept')}
        size="16px"
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
        classNames={{ body: styles.checkBody, input: styles.check, label: styles.checkLabel }}
      />
      <Button kind="main" size="large" disabled={!isKept} isWide onClick={onDone}>
        {t('recovery.done')}
      </Button>
    </Stack>
  );
}
