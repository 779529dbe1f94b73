import type { CredentialTriple } from '@vezne/contract/portal/credentials';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Copy } from '../../../shared/ui/identifiers.tsx';
import { Box } from '../../../shared/ui/page.tsx';
import styles from './credentials.module.css';
import { FORMS, codeOf } from './snippet-code.ts';
import type { Form } from './snippet-code.ts';

interface Given {
  apiUrl: string | null;
  /** Null: the code names the variables alone. */
  credentials: CredentialTriple | null;
}

/** How a first request is signed, to copy. */
export function Snippets(given: Given) {
  const { t } = useTranslation();
  return (
    <Box
      title={t('credentials.first_request')}
      aside={
        given.apiUrl !== null && (
          <a href={`${given.apiUrl}/docs`} target="_blank" rel="noopener noreferrer">
            {t('credentials.docs')}
          </a>
        )
      }
      isFlush
    >
      <SnippetTabs {...given} />
    </Box>
  );
}

export function SnippetTabs({ apiUrl, credentials, isInDialog = false }: Given & { isInDialog?: boolean }) {
  const { t } = useTranslation();
  const [form, setForm] = useState<Form>('.env');
  const id = useId();
  const code = codeOf(form, { apiUrl, credentials });
  return (
    <div className={classNames(isInDialog && styles.inDialog)}>
      <div className={styles.tabs}>
        <div role="tablist" aria-label={t('credentials.forms')}>
          {FORMS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${id}-${one}`}
              aria-selected={one === form}
              aria-controls={`${id}-code`}
              onClick={() => setForm(one)}
            >
              {one}
            </button>
          ))}
        </div>
        <Copy text={code} label={t('credentials.copy_code')} />
      </div>
      <pre
        className={styles.code}
        id={`${id}-code`}
        role="tabpanel"
        aria-labelledby={`${id}-${form}`}
        tabIndex={0}
        dir="ltr"
      >
        {code}
      </pre>
    </div>
  );
}
