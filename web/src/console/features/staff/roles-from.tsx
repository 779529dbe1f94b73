import { parseTurkishTime } from '@vezne/domain/turkish-time';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainChoice } from '../desk/choices.tsx';
import { MomentField } from '../administration/moment-field.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';

type Start = 'now' | 'then';

/** From when roles hold, as somebody chooses it. */
export interface RolesFrom {
  start: Start;
  text: string;
  setStart: (start: Start) => void;
  setText: (text: string) => void;
  /** Undefined: at once. Null: what is typed is no moment to come. */
  from: Date | null | undefined;
}

export function useRolesFrom(): RolesFrom {
  const now = useNow();
  const [start, setStart] = useState<Start>('now');
  const [text, setText] = useState('');
  const typed = parseTurkishTime(text);
  const then = typed === undefined || typed <= now ? null : typed;
  return { start, text, setStart, setText, from: start === 'now' ? undefined : then };
}

/** At once after the confirmation, or from a moment on. */
export function RolesFromFields({ from: { start, text, setStart, setText, from } }: { from: RolesFrom }) {
  const { t } = useTranslation();
  return (
    <>
      <PlainChoice
        name="roles-from"
        label={t('staff.from')}
        options={[
          ['now', t('staff.from_now')],
          ['then', t('staff.from_then')],
        ]}
        value={start}
        onChange={setStart}
      />
      {start === 'then' && (
        <MomentField
          label={t('staff.from_moment')}
          help={t('staff.from_moment_help')}
          value={text}
          onValue={setText}
          problem={from === null && text !== '' ? t('staff.from_wrong') : undefined}
        />
      )}
    </>
  );
}
