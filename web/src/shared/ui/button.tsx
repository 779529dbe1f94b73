import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.ts';

/** `main` once a view; `risk` is outlined, `risk-full` only inside a confirmation; `bare` looks like a link. */
export type ButtonKind = 'main' | 'plain' | 'risk' | 'risk-full' | 'bare';

interface Looks {
  kind?: ButtonKind;
  /** 36 px, 28 in heads and tables, 40 alone in a dialog or at the door. */
  size?: 'normal' | 'small' | 'large';
  icon?: IconName;
  /** The key that does the same, shown after the word. */
  keyHint?: string;
  children: ReactNode;
}

type ButtonProps = Looks &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
    /** Under way: says so, and takes no second press. */
    isBusy?: boolean;
    isWide?: boolean;
  };

const KINDS: Readonly<Record<ButtonKind, string | undefined>> = {
  main: styles.main,
  plain: undefined,
  risk: styles.risk,
  'risk-full': styles.riskFull,
  bare: styles.bare,
};

function looks({ kind = 'plain', size = 'normal' }: Pick<Looks, 'kind' | 'size'>, isWide = false): string {
  return classNames(
    styles.button,
    KINDS[kind],
    size === 'small' && styles.small,
    size === 'large' && styles.large,
    isWide && styles.wide,
  );
}

export function Button({
  kind,
  size,
  icon,
  keyHint,
  children,
  isBusy = false,
  isWide,
  disabled,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- it is one of the three, and a button unless told otherwise
      type={type}
      className={looks({ ...(kind && { kind }), ...(size && { size }) }, isWide)}
      disabled={disabled}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        // Not `disabled`: the focus stays, and a screen reader hears that it is busy.
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? (
        <span className={styles.spin} />
      ) : (
        icon && <Icon name={icon} size={size === 'small' ? 14 : 16} />
      )}
      {children}
      {keyHint !== undefined && <kbd aria-hidden="true">{keyHint}</kbd>}
    </button>
  );
}

export function ButtonLink({ to, kind, size, icon, children }: Looks & { to: string }) {
  return (
    <Link to={to} className={looks({ ...(kind && { kind }), ...(size && { size }) })}>
      {icon && <Icon name={icon} size={size === 'small' ? 14 : 16} />}
      {children}
    </Link>
  );
}

/**
 * Leads to a file that is taken away; the page stays. A press fetches it by `onTake`, so that a refusal is said on the page; whoever opens the
 * address otherwise, such as in a tab of its own, is served by the browser. `label` is read out, and begins with or has the word that is seen.
 */
export function FileLink({
  href,
  label,
  kind,
  size,
  icon,
  children,
  ref,
  isBusy = false,
  onTake,
}: Looks & {
  href: string;
  label: string;
  ref?: Ref<HTMLAnchorElement>;
  isBusy?: boolean;
  onTake: () => void;
}) {
  return (
    <a
      ref={ref}
      href={href}
      download
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={looks({ ...(kind && { kind }), ...(size && { size }) })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (!isBusy) onTake();
      }}
    >
      {isBusy ? (
        <span className={styles.spin} />
      ) : (
        icon && <Icon name={icon} size={size === 'small' ? 14 : 16} />
      )}
      {children}
    </a>
  );
}

/** Looks like the main button of a dialog, and opens another place in a tab of its own, which learns nothing of this one. */
export function OutwardLink({
  href,
  icon,
  onOpen,
  children,
}: {
  href: string;
  icon: IconName;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={looks({ kind: 'main' })}
      data-autofocus
      onClick={onOpen}
    >
      <Icon name={icon} size={16} />
      {children}
    </a>
  );
}

/** A square with a picture alone. Its name is read out, and shown on hover. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children' | 'type'
>) {
  return (
    <button {...rest} type="button" className={styles.iconButton} aria-label={label} title={label}>
      <Icon name={icon} size={14} />
    </button>
  );
}

/** Reads like a link, acts like a button. */
export function TextButton({
  children,
  isQuiet = false,
  ...rest
}: { children: ReactNode; isQuiet?: boolean } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children' | 'type'
>) {
  return (
    <button {...rest} type="button" className={classNames(styles.text, isQuiet && styles.quietText)}>
      {children}
    </button>
  );
}
