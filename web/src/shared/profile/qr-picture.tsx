import { useEffect, useState } from 'react';
import styles from './profile.module.css';

/** Room around the squares, which readers need to find them. */
const QUIET_ZONE = 2;

/** A QR code, drawn here: the secret in it goes to no other server. Always dark on white, because cameras want it so. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const [squares, setSquares] = useState<boolean[][] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const draw = async (): Promise<void> => {
      const { encodeQR } = await import('qr');
      if (isCurrent) setSquares(encodeQR(text, 'raw', { border: QUIET_ZONE }));
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const size = squares?.length ?? 1;
  const path = (squares ?? [])
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
