import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { Grid } from '../../../shared/ui/grid.tsx';
import type { Column } from '../../../shared/ui/grid.tsx';
import type { IconName } from '../../../shared/ui/icon-paths.ts';
import { KeyLine } from '../../../shared/ui/key-line.tsx';
import { useDocumentTitle } from '../../../shared/ui/page.tsx';
import { Empty } from '../../../shared/ui/void.tsx';
import page from '../desk/desk.module.css';
import styles from './administration.module.css';
import { WaitingChanges } from './waiting-changes.tsx';

/** One and the same, so that nothing seems to change while there is nothing. */
const NONE: readonly never[] = [];

interface Subject {
  id: string;
  status: string;
}

/** A request for something new, which no row shows yet. */
type WaitingNew = Parameters<typeof WaitingChanges>[0]['changes'][number] & { name: string };

/** A list of what administrators look after, with what is new and waits for a second person above it; Enter opens a row. */
export function SubjectList<Row extends Subject>({
  title,
  count,
  action,
  waiting = NONE,
  columns,
  rows,
  reading,
  path,
  empty,
  keys = NONE,
  children,
}: {
  title: string;
  /** How many there are, in words. */
  count: string | undefined;
  action: ReactNode;
  waiting?: readonly WaitingNew[] | undefined;
  columns: Column<Row>[];
  /** undefined: they are not read yet. */
  rows: readonly Row[] | undefined;
  reading: { error: unknown; isPending: boolean; refetch: () => unknown };
  /** A row is at the path with its id. */
  path: string;
  empty: { icon: IconName; title: string; text: string };
  /** What can be pressed besides moving and opening. */
  keys?: readonly (readonly [caps: readonly string[], label: string])[];
  /** Dialogs. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  useDocumentTitle(title);
  const navigate = useNavigate();
  const { error, isPending, refetch } = reading;
  const hasFailed = rows === undefined && error !== null;
  return (
    <main className={page.list}>
      <header className={page.bar}>
        <h1>{title}</h1>
        <div className={page.meta}>{count !== undefined && <span>{count}</span>}</div>
        {action !== undefined && <div className={page.push}>{action}</div>}
      </header>
      {waiting.length > 0 && (
        <div className={styles.waitingNew}>
          {waiting.map(({ name, ...change }) => (
            <WaitingChanges key={change.requestId} name={name} changes={[change]} />
          ))}
        </div>
      )}
      <div className={page.rows}>
        <Grid
          label={title}
          columns={columns}
          rows={rows ?? NONE}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate(`${path}/${id}`)}
          isLoading={isPending}
          failure={
            hasFailed
              ? { code: codeOf(error), requestId: requestIdOf(error), retry: () => void refetch() }
              : null
          }
          isQuiet={({ status }) => status === 'disabled'}
          hasFocus
          empty={
            <Empty icon={empty.icon} title={empty.title}>
              {empty.text}
            </Empty>
          }
        />
      </div>
      <footer className={page.keyLine}>
        <KeyLine keys={[[['J', 'K'], t('desk.keys.walk')], [['Enter'], t('desk.keys.open')], ...keys]} />
      </footer>
      {children}
    </main>
  );
}
