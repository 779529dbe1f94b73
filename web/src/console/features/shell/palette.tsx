import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { chooseLanguage } from '../../../shared/i18n/i18n.ts';
import { capsOf } from '../../../shared/keys/caps.ts';
import { PlainDialog } from '../../../shared/ui/dialog.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useSignOut } from '../../../shared/session/session.ts';
import { useSignedIn } from '../session/session.ts';
import { SearchNotes, useFoundTransactions, useLooks } from './found-transactions.tsx';
import type { PaletteOption } from './palette-option.ts';
import { searchOptions } from './palette-search.ts';
import { placesFor } from './places.ts';
import styles from './shell.module.css';
import { useTransactionSearch } from './transaction-search.ts';

/** Goes anywhere and does anything that has a name, without the mouse. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  /** Enter came before the answer: the transaction is opened when it is there. */
  const isAwaited = useRef(false);
  const search = useTransactionSearch(query);
  const named = searchOptions(useOptions({ onClose, onHelp }), query);
  // Transactions come a moment later, so they come last: nothing moves under the mark.
  const groups = new Map([...named, ...Map.groupBy(useFoundTransactions(search), ({ group }) => group)]);
  // As they stand below each other, for the arrow keys.
  const found = [...groups.values()].flat();
  const looks = useLooks(search);
  const optionId = (option: PaletteOption | undefined): string | undefined => option && `${id}-${option.id}`;

  const run = (option: PaletteOption | undefined): void => {
    if (option === undefined) return;
    onClose();
    option.run();
  };
  const runFirst = useEffectEvent((): void => {
    if (!isAwaited.current) return;
    isAwaited.current = false;
    // A guess is looked at first, and so is one of many.
    if (found[0]?.isCertain === true) run(found[0]);
  });
  useEffect(() => {
    if (!search.isLooking) runFirst();
  }, [search.isLooking]);
  const moveTo = (place: number): void => {
    setActive(place);
    // The list is longer than the window that shows it.
    document.getElementById(optionId(found[place]) ?? '')?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) moveTo((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && !event.repeat && search.isLooking && found.length === 0)
      isAwaited.current = true;
    else if (event.key === 'Enter' && !event.repeat) run(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <PlainDialog label={t('palette.title')} width={640} onClose={onClose}>
      <div className={styles.palette}>
        <div className={styles.ask}>
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label={t('palette.placeholder')}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={optionId(found[active])}
            aria-autocomplete="list"
            placeholder={t('palette.placeholder')}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setActive(0);
              isAwaited.current = false;
            }}
            onKeyDown={onKeyDown}
          />
          {looks !== undefined && <span className={styles.looks}>{looks}</span>}
        </div>
        <div className={styles.found} id={`${id}-list`} role="listbox" aria-label={t('palette.title')}>
          {[...groups].map(([group, options]) => (
            <div key={group} role="group" aria-label={group}>
              <h3 aria-hidden="true">{group}</h3>
              {options.map((option) => (
                // The field above has the focus and the keys.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={option.id}
                  id={optionId(option)}
                  className={styles.option}
                  role="option"
                  aria-selected={option === found[active]}
                  onMouseMove={() => setActive(found.indexOf(option))}
                  onClick={() => run(option)}
                >
                  <Icon name={option.icon} />
                  {option.shown ?? <span>{option.name}</span>}
                  {option.keys !== undefined && (
                    <span aria-hidden="true">
                      {capsOf(option.keys).map((cap) => (
                        <kbd key={cap}>{cap}</kbd>
                      ))}
                    </span>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className={styles.nothing} role="status">
            {search.isLooking ? t('palette.looking', { query }) : t('palette.nothing', { query })}
          </p>
        )}
        {search.failure !== undefined && (
          <p className={styles.nothing} role="alert">
            {search.failure === 'too_many_ibans' ? t('errors.too_many_ibans') : t('search.unread')}
          </p>
        )}
        <SearchNotes search={search} />
        <div className={styles.ends}>
          <KeyLine
            keys={[
              [['↑', '↓'], t('palette.move')],
              [['Enter'], t('palette.open')],
              [['Esc'], t('palette.close')],
            ]}
          />
        </div>
      </div>
    </PlainDialog>
  );
}

function useOptions({ onHelp }: { onClose: () => void; onHelp: () => void }): PaletteOption[] {
  const { t } = useTranslation();
  const session = useSignedIn();
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const commands = t('palette.commands');
  return [
    ...placesFor(session).map(({ name, icon, path, key }) => ({
      id: name,
      group: t('palette.go'),
      name: t(`nav.${name}`),
      icon,
      keys: key,
      run: () => void navigate(path),
    })),
    {
      id: 'light',
      group: commands,
      name: t('palette.to_light'),
      icon: 'sun',
      run: () => setColorScheme('light'),
    },
    {
      id: 'dark',
      group: commands,
      name: t('palette.to_dark'),
      icon: 'moon',
      run: () => setColorScheme('dark'),
    },
    {
      id: 'auto',
      group: commands,
      name: t('palette.to_auto'),
      icon: 'screen',
      run: () => setColorScheme('auto'),
    },
    {
      id: 'tr',
      group: commands,
      name: t('palette.to_tr'),
      icon: 'language',
      run: () => void chooseLanguage('tr'),
    },
    {
      id: 'en',
      group: commands,
      name: t('palette.to_en'),
      icon: 'language',
      run: () => void chooseLanguage('en'),
    },
    { id: 'keys', group: commands, name: t('keys.all'), icon: 'keyboard', keys: '?', run: onHelp },
    { id: 'sign-out', group: commands, name: t('shell.sign_out'), icon: 'leave', run: () => void signOut() },
  ];
}
