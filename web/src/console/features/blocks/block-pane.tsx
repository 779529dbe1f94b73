import { removeBlock } from '@vezne/contract/console/blocks';
import type { BlockDetail } from '@vezne/contract/console/blocks';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../../shared/api/api.ts';
import { codeOf, requestIdOf } from '../../../shared/api/api-error.ts';
import { useKeys } from '../../../shared/keys/use-keys.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Facts } from '../../../shared/ui/facts.tsx';
import { Identifier } from '../../../shared/ui/identifiers.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { Empty, Failed, SkeletonRows } from '../../../shared/ui/void.tsx';
import { ChangeDialog } from '../administration/change-dialog.tsx';
import { WaitingChanges } from '../administration/waiting-changes.tsx';
import pane from '../desk/pane.module.css';
import { useSignedIn } from '../session/session.ts';
import { BlockBadge, Party, Until } from './block-words.tsx';
import styles from './blocks.module.css';
import { BLOCKS_KEY, useBlock } from './use-blocks.ts';

export function EmptyBlock() {
  const { t } = useTranslation();
  return (
    <aside className={`${pane.pane} ${pane.unused}`} aria-label={t('blocks.pane')}>
      <Empty icon="ban" title={t('blocks.none_open')}>
        {t('blocks.none_open_text')}
      </Empty>
    </aside>
  );
}

/** One block: who, why, until when and by whom; and asking to end it. */
export function BlockPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useBlock(id);
  return (
    <aside className={pane.pane} aria-label={t('blocks.pane')}>
      <header className={pane.bar}>
        <h2 className={styles.title}>{data === undefined ? t('blocks.pane') : <Party block={data} />}</h2>
        {data !== undefined && <BlockBadge block={data} />}
        <span className={pane.walk}>
          <IconButton icon="close" label={t('desk.close')} onClick={onClose} />
        </span>
      </header>
      {data === undefined && (
        <div className={pane.scroll}>
          {error === null && <SkeletonRows rows={6} />}
          {error !== null && codeOf(error) === 'not_found' && (
            <Empty icon="search" title={t('blocks.not_found')}>
              {t('blocks.not_found_text')}
            </Empty>
          )}
          {error !== null && codeOf(error) !== 'not_found' && (
            <Failed code={codeOf(error)} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      )}
      {data !== undefined && <Opened block={data} />}
    </aside>
  );
}

function Opened({ block }: { block: BlockDetail }) {
  const { t } = useTranslation();
  const facts = useFacts(block);
  return (
    <>
      <div className={pane.scroll}>
        {block.waiting.length > 0 && (
          <section>
            <WaitingChanges name={t('blocks.pane')} changes={block.waiting} />
          </section>
        )}
        <section>
          <h3>{t('blocks.why')}</h3>
          <p className={styles.reason}>{block.reason}</p>
        </section>
        <section>
          <Facts facts={facts} />
        </section>
      </div>
      {block.state === 'live' && <Removal block={block} />}
    </>
  );
}

function useFacts(block: BlockDetail): (readonly [name: string, value: ReactNode])[] {
  const { t } = useTranslation();
  const { partner, customerId, blockedBy, blockedAt, endedBy, endedAt } = block;
  return [
    ...(partner === null
      ? []
      : ([
          [
            t('blocks.partner'),
            <Link key="partner" to={`/partners/${partner.id}`}>
              {partner.name}
            </Link>,
          ],
        ] as const)),
    ...(customerId === null
      ? []
      : ([[t('blocks.player_id'), <Identifier key="player" id={customerId} />]] as const)),
    [t('blocks.until'), <Until key="until" block={block} />],
    [t('blocks.by'), blockedBy],
    [t('blocks.blocked_at'), <Time key="at" at={new Date(blockedAt)} />],
    ...(endedBy === null || endedAt === null
      ? []
      : ([
          [t('blocks.ended_by'), endedBy],
          [t('blocks.ended_at'), <Time key="ended" at={new Date(endedAt)} />],
        ] as const)),
  ];
}

/** Unblocking takes two. Whoever may not ask for it reads who may. */
function Removal({ block }: { block: BlockDetail }) {
  const { t } = useTranslation();
  const { permissions } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  const isAsked = block.waiting.length > 0;
  const mayAsk = permissions.includes('supervise') && !isAsked;
  useKeys(
    mayAsk
      ? [{ keys: 'r', label: t('blocks.remove_key'), group: t('blocks.keys'), run: () => setIsOpen(true) }]
      : [],
  );
  return (
    <footer className={pane.act}>
      {mayAsk ? (
        <Button isWide icon="people" keyHint="R" onClick={() => setIsOpen(true)}>
          {t('blocks.remove')}
        </Button>
      ) : (
        <span className={pane.tiny}>{isAsked ? t('blocks.removal_waits') : t('blocks.may_not')}</span>
      )}
      {isOpen && (
        <ChangeDialog
          title={t('blocks.remove_question')}
          consequence={t(`blocks.remove_consequence.${block.kind}`)}
          act={t('blocks.remove')}
          done={t('blocks.removed')}
          queryKey={BLOCKS_KEY}
          takesTwo
          send={async (press) => await api(removeBlock, { params: { id: block.id }, body: press })}
          onClose={() => setIsOpen(false)}
        >
          <p>
            <b>
              <Party block={block} />
            </b>
            {block.partner !== null && ` · ${block.partner.name}`}
          </p>
        </ChangeDialog>
      )}
    </footer>
  );
}
