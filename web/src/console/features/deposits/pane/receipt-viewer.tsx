import { getReceipt } from '@vezne/contract/console/deposits';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, codeOf } from '../../../../shared/api/api-error.ts';
import { apiBytes } from '../../../../shared/api/api-bytes.ts';
import { addressOf } from '../../../../shared/api/api.ts';
import { Dialog, EscapeHint } from '../../../../shared/ui/dialog.tsx';
import { Failed, SkeletonRows } from '../../../../shared/ui/void.tsx';
import styles from './receipt-viewer.module.css';

/** Built beside the console; it has an origin of its own and can reach nothing. */
const FRAME = '/receipt-frame.html';

/** A file that keeps its reader busy for longer is none that anybody can look at. */
const DRAWN_WITHIN_MS = 30_000;
/** Two megabytes on a slow line, and the frame that draws them. */
const LOADED_WITHIN_MS = 60_000;

type Shown = 'loading' | 'shown' | 'broken' | ApiError;

/**
 * A file from a stranger. It is drawn inside a frame without an origin: whatever the file does to the code that reads it, that code has
 * no session, no storage and no way to the server. The frame gets the bytes by a message.
 */
export function ReceiptViewer({
  onClose,
  ...receipt
}: {
  depositId: string;
  receiptNo: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [tries, setTries] = useState(0);
  return (
    <Dialog
      title={t('deposits.receipt_title', { number: receipt.receiptNo })}
      width={880}
      isBesidePane
      isOpen
      onClose={onClose}
      aside={<EscapeHint />}
    >
      <Stage key={tries} {...receipt} onAgain={() => setTries(tries + 1)} />
    </Dialog>
  );
}

function Stage({
  depositId,
  receiptNo,
  onAgain,
}: {
  depositId: string;
  receiptNo: number;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState<Shown>('loading');
  useEffect(() => {
    const stop = new AbortController();
    const address = addressOf(getReceipt.path, { id: depositId, no: String(receiptNo) });
    const file = apiBytes(address, stop.signal);
    let isSent = false;
    let tooLong = setTimeout(() => setShown('broken'), LOADED_WITHIN_MS);
    file.catch((error: unknown) => {
      clearTimeout(tooLong);
      if (!stop.signal.aborted) setShown(error instanceof ApiError ? error : 'broken');
    });
    const onMessage = async ({ source, data }: MessageEvent): Promise<void> => {
      const target = frame.current?.contentWindow ?? null;
      // Its origin is "null", as that of every such frame; the window says that it is ours.
      if (target === null || source !== target) return;
      if (data === 'shown' || data === 'broken') {
        clearTimeout(tooLong);
        setShown(data);
      }
      if (data !== 'ready' || isSent) return;
      isSent = true;
      const bytes = await file.catch(() => undefined);
      if (bytes === undefined || stop.signal.aborted) return;
      target.postMessage(bytes, '*', [bytes]);
      clearTimeout(tooLong);
      tooLong = setTimeout(() => setShown('broken'), DRAWN_WITHIN_MS);
    };
    const listener = (event: MessageEvent): void => void onMessage(event);
    globalThis.addEventListener('message', listener);
    return () => {
      stop.abort();
      clearTimeout(tooLong);
      globalThis.removeEventListener('message', listener);
    };
  }, [depositId, receiptNo]);
  return (
    <div className={styles.stage}>
      {shown === 'loading' && <SkeletonRows rows={6} height={72} />}
      {shown === 'broken' && <p role="alert">{t('deposits.receipt_broken')}</p>}
      {shown instanceof ApiError && <Failed code={codeOf(shown)} onRetry={onAgain} />}
      {/* What could not be drawn goes, and takes along whatever still works on it. */}
      {(shown === 'loading' || shown === 'shown') && (
        <iframe
          ref={frame}
          className={shown === 'shown' ? styles.frame : styles.hidden}
          src={FRAME}
          sandbox="allow-scripts"
          title={t('deposits.receipt_title', { number: receiptNo })}
        />
      )}
    </div>
  );
}
