import { removePartnerLogo, setPartnerLogo } from '@vezne/contract/console/partners';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { imageSizeOf } from '@vezne/domain/image-size';
import { imageTypeOf } from '@vezne/domain/image-type';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Note } from '../../../shared/ui/note.tsx';
import { Box, Quiet } from '../../../shared/ui/page.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { useSignedIn } from '../session/session.ts';
import styles from './partners.module.css';
import { PARTNERS_KEY, base64Of, usePartnerLogo } from './use-partners.ts';

/** As the server checks it too: told here before anything is sent. */
const MAX_BYTES = 16 * 1024;
const MAX_PIXELS = 2_048;

type Problem = 'type' | 'too_large' | 'damaged' | 'too_many_pixels';

function problemOf(bytes: Uint8Array): Problem | undefined {
  const type = imageTypeOf(bytes);
  if (type === undefined) return 'type';
  if (bytes.length > MAX_BYTES) return 'too_large';
  const size = imageSizeOf(bytes, type);
  if (size === undefined) return 'damaged';
  return Math.max(size.width, size.height) > MAX_PIXELS ? 'too_many_pixels' : undefined;
}

/** The picture that players see beside the partner's name. */
export function LogoBox({ partner, logo }: { partner: PartnerDetail; logo: string | null }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const { data } = usePartnerLogo(partner.id, logo);
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const [chosen, setChosen] = useState<Uint8Array | null>(null);
  const [problem, setProblem] = useState<Problem>();
  const [isRemoving, setIsRemoving] = useState(false);
  const mayAsk = permissions.includes('ask_change');
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = problemOf(bytes);
    setProblem(found);
    if (found === undefined) setChosen(bytes);
  };
  return (
    <Box
      title={t('partners.logo.title')}
      span={6}
      aside={
        mayAsk ? (
          <>
            {logo !== null && (
              <Button size="small" onClick={() => setIsRemoving(true)}>
                {t('partners.logo.remove')}
              </Button>
            )}
            <Button size="small" icon="edit" onClick={() => input.current?.click()}>
              {t('partners.logo.choose')}
            </Button>
          </>
        ) : undefined
      }
    >
      {mayAsk && (
        <input
          ref={input}
          id={inputId}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('partners.logo.choose')}
          hidden
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            // The same file again must be a change as well.
            event.currentTarget.value = '';
          }}
        />
      )}
      {logo === null && <p>{t('partners.logo.none')}</p>}
      {logo !== null && data !== undefined && (
        <img className={styles.logo} src={data} alt={t('partners.logo.of', { name: partner.name })} />
      )}
      {problem !== undefined && (
        <Note tone="rejected" isAlert>
          {t(`partners.logo.problems.${problem}`)}
        </Note>
      )}
      <Quiet>{t('partners.logo.help')}</Quiet>
      {chosen !== null && (
        <ChangeDialog
          title={t('partners.logo.question', { name: partner.name })}
          consequence={t('partners.logo.consequence')}
          act={t('partners.save')}
          done={t('partners.saved', { name: partner.name })}
          queryKey={PARTNERS_KEY}
          takesTwo={false}
          send={async (press) =>
            await api(setPartnerLogo, {
              params: { id: partner.id },
              body: { ...press, content: base64Of(chosen) },
            })
          }
          onClose={() => setChosen(null)}
        >
          <img
            className={styles.logo}
            src={`data:image/png;base64,${base64Of(chosen)}`}
            alt={t('partners.logo.of', { name: partner.name })}
          />
        </ChangeDialog>
      )}
      {isRemoving && (
        <ChangeDialog
          title={t('partners.logo.remove_question', { name: partner.name })}
          consequence={t('partners.logo.remove_consequence')}
          act={t('partners.logo.remove')}
          done={t('partners.saved', { name: partner.name })}
          queryKey={PARTNERS_KEY}
          takesTwo={false}
          send={async (press) =>
            await api(removePartnerLogo, { params: { id: partner.id }, body: { ...press } })
          }
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Box>
  );
}
