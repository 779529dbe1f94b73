import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { TextField } from '../../../shared/ui/field.tsx';

/** The word that is to be typed stands in the label: what stops everything is not done by one press too many. */
export function TypedWord({
  word,
  text,
  onText,
}: {
  word: string;
  text: string;
  onText: (text: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('settings.type_word', { word })}
      help={t('settings.type_word_help')}
      value={text}
      maxLength={32}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      data-autofocus
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** Capital or small letters alike, by the language's own rules. */
export function useIsTyped(word: string, text: string): boolean {
  const language = useLanguage();
  return text.trim().toLocaleUpperCase(language) === word;
}
