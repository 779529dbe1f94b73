import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogEnds } from '../../../shared/ui/dialog.tsx';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Line, Stack } from '../../../shared/ui/page.tsx';
import { saveText } from '../../../shared/ui/save-text.ts';
import { useStay } from '../../../shared/ui/use-stay.ts';
import styles from './administration.module.css';

/** Of what an answer holds, what exists in the open this once. */
export interface ToldOnce {
  credentials: { apiKey: string; apiSecret: string; hashSecret: string } | null;
  webhookSecret: string | null;
}

/** As our examples and libraries read them. */
const ENV_NAMES = {
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
  name,
  told,
  onClose,
}: {
  /** Of the partner, or of the address that webhooks go to. */
  name: string;
  told: ToldOnce;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [isKept, setIsKept] = useState(false);
  useStay(!isKept);
  const parts = partsOf(told);
  const names: Record<Part, string> = {
    apiKey: t('administration.told_once.api_key'),
    apiSecret: t('administration.told_once.api_secret'),
    hashSecret: t('administration.told_once.hash_secret'),
    webhookSecret: t('administration.told_once.webhook_secret'),
  };
  const env = parts.map(([part, value]) => `${ENV_NAMES[part]}=${value}\n`).join('');
  return (
    <Dialog
      title={t('administration.told_once.title', { name })}
      width={640}
      isOpen
      onClose={() => {
        if (isKept) onClose();
      }}
    >
      <Stack gap={16}>
        <Note tone="waiting" title={t('administration.told_once.once')}>
          {t('administration.told_once.text')}
        </Note>
        <dl className={styles.told}>
          {parts.map(([part, value]) => (
            <div key={part}>
              <dt>{names[part]}</dt>
              <dd>
                <code>{value}</code>
                <Copy text={value} label={t('administration.told_once.copy', { what: names[part] })} />
              </dd>
            </div>
          ))}
        </dl>
        <Line>
          <Button size="small" icon="download" onClick={() => saveText(env, 'vezne.env')}>
            {t('administration.told_once.download')}
          </Button>
          <Copy text={env} label={t('administration.told_once.copy_all')} />
        </Line>
        <Checkbox
          label={t('administration.told_once.kept')}
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
        <DialogEnds>
          <Button kind="main" disabled={!isKept} onClick={onClose}>
            {t('administration.told_once.done')}
          </Button>
        </DialogEnds>
      </Stack>
    </Dialog>
  );
}
