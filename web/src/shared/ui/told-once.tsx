import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog, DialogEnds } from './dialog.tsx';
import { Copy } from './identifiers.tsx';
import { Note } from './note.tsx';
import { Line, Stack } from './page.tsx';
import { saveText } from './save-file.ts';
import { useStay } from './use-stay.ts';
import styles from './told-once.module.css';

/** Of what an answer holds, what exists in the open this once. */
export interface ToldOnce {
  credentials: { apiKey: string; apiSecret: string; hashSecret: string } | null;
  webhookSecret: string | null;
}

/** As our examples and libraries read them. */
export const ENV_NAMES = {
  apiKey: 'VEZNE_API_KEY',
  apiSecret: 'VEZNE_API_SECRET',
  hashSecret: 'VEZNE_HASH_SECRET',
  webhookSecret: 'VEZNE_WEBHOOK_SECRET',
} as const;

type Part = keyof typeof ENV_NAMES;

function partsOf({ credentials, webhookSecret }: ToldOnce): [Part, string][] {
  return [
    ...(credentials === null
      ? []
      : [
          ['apiKey', credentials.apiKey] as [Part, string],
          ['apiSecret', credentials.apiSecret] as [Part, string],
          ['hashSecret', credentials.hashSecret] as [Part, string],
        ]),
    ...(webhookSecret === null ? [] : [['webhookSecret', webhookSecret] as [Part, string]]),
  ];
}

/** Whether there is anything to show: of a repeated press there is not. */
export function isToldOnce(told: ToldOnce): boolean {
  return partsOf(told).length > 0;
}

/**
 * Secrets, shown this once: to be copied, or kept as a file. They are in this window alone, and gone with it, so that it is closed only
 * by whoever says that they are kept: neither Escape nor a click beside it ends it.
 */
export function ToldOnceDialog({
  title,
  text,
  told,
  onClose,
  children,
}: {
  title: string;
  /** What to do with them. */
  text: string;
  told: ToldOnce;
  onClose: () => void;
  /** Below the secrets: how they are used. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const [isKept, setIsKept] = useState(false);
  useStay(!isKept);
  const parts = partsOf(told);
  const names: Record<Part, string> = {
    apiKey: t('told_once.api_key'),
    apiSecret: t('told_once.api_secret'),
    hashSecret: t('told_once.hash_secret'),
    webhookSecret: t('told_once.webhook_secret'),
  };
  const env = parts.map(([part, value]) => `${ENV_NAMES[part]}=${value}\n`).join('');
  return (
    <Dialog
      title={title}
      width={640}
      isOpen
      onClose={() => {
        if (isKept) onClose();
      }}
    >
      <Stack gap={16}>
        <Note tone="waiting" title={t('told_once.once')}>
          {text}
        </Note>
        <dl className={styles.told}>
          {parts.map(([part, value]) => (
            <div key={part}>
              <dt>{names[part]}</dt>
              <dd>
                <code>{value}</code>
                <Copy text={value} label={t('told_once.copy', { what: names[part] })} />
              </dd>
            </div>
          ))}
        </dl>
        <Line>
          <Button size="small" icon="download" onClick={() => saveText(env, 'vezne.env')}>
            {t('told_once.download')}
          </Button>
          {children === undefined && <Copy text={env} label={t('told_once.copy_all')} />}
        </Line>
        {children}
        <Checkbox
          label={t('told_once.kept')}
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
        <DialogEnds>
          <Button kind="main" disabled={!isKept} onClick={onClose}>
            {t('told_once.done')}
          </Button>
        </DialogEnds>
      </Stack>
    </Dialog>
  );
}
