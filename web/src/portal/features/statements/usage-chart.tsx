import { displayAmount } from '@vezne/domain/written';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/use-language.ts';
import { wireMoney } from '../../parts/wire-money.ts';
import { linesOf } from './chart-scale.ts';
import styles from './statements.module.css';
import type { UsagePoint } from './use-statements.ts';
import { dayName, monthName, shortFigure, shortMonth } from './written-days.ts';

const HEIGHT = 240;
const EDGES = { left: 52, top: 12, right: 4, bottom: 28 };
const WIDEST_BAR = 20;
const DAYS_OF_WEEK = 7;
/** What the short name of a month needs. */
const NAME_WIDTH = 36;

/** As wide as its place, so that its texts have their own size on a phone too. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width));
    });
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}

/** In lira, both upwards. */
const barsOf = ({ deposits, withdrawals }: UsagePoint) => ({
  deposit: Math.max(deposits.grossCents / 100, 0),
  withdrawal: Math.max(-withdrawals.grossCents / 100, 0),
});

export function UsageChart({ label, points }: { label: string; points: readonly UsagePoint[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [place, width] = useWidth();
  const lines = linesOf(
    Math.max(...points.map(barsOf).flatMap(({ deposit, withdrawal }) => [deposit, withdrawal])),
  );
  const top = lines.at(-1) ?? 1;
  const plot = {
    width: Math.max(width - EDGES.left - EDGES.right, 1),
    height: HEIGHT - EDGES.top - EDGES.bottom,
  };
  const yOf = (figure: number): number => EDGES.top + plot.height * (1 - figure / top);
  const room = plot.width / points.length;
  const bar = Math.min(WIDEST_BAR, room * 0.36);
  const isByMonth = points[0]?.at.length === 'yyyy-mm'.length;
  const namedEvery = isByMonth ? Math.ceil(NAME_WIDTH / room) : DAYS_OF_WEEK;
  return (
    <div className={styles.chart}>
      <div ref={place}>
        <svg viewBox={`0 0 ${Math.max(width, 1)} ${HEIGHT}`} role="img" aria-label={label}>
          {lines.map((figure) => (
            <g key={figure}>
              <path className={styles.grid} d={`M${EDGES.left} ${yOf(figure)}H${width}`} />
              <text x={EDGES.left - 8} y={yOf(figure) + 4} textAnchor="end">
                {shortFigure(figure, language)}
              </text>
            </g>
          ))}
          {points.map((point, index) => {
            const { deposit, withdrawal } = barsOf(point);
            const middle = EDGES.left + room * (index + 0.5);
            return (
              <g key={point.at}>
                <title>
                  {t('statements.point', {
                    at: isByMonth ? monthName(point.at, language) : dayName(point.at, language),
                    deposits: displayAmount(wireMoney(point.deposits.grossCents), language),
                    withdrawals: displayAmount(wireMoney(point.withdrawals.grossCents), language),
                  })}
                </title>
                {/* So that a small bar is found by a pointer too. */}
                <rect
                  x={middle - room / 2}
                  y={EDGES.top}
                  width={room}
                  height={plot.height}
                  fill="none"
                  pointerEvents="all"
                />
                <Bar
                  x={middle - bar - 0.5}
                  y={yOf(deposit)}
                  width={bar}
                  height={plot.height * (deposit / top)}
                  kind="deposit"
                />
                <Bar
                  x={middle + 0.5}
                  y={yOf(withdrawal)}
                  width={bar}
                  height={plot.height * (withdrawal / top)}
                  kind="withdrawal"
                />
                {index % namedEvery === 0 && (
                  <text x={middle} y={HEIGHT - 8} textAnchor="middle">
                    {isByMonth ? shortMonth(point.at, language) : Number(point.at.slice(-2))}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <ul className={styles.legend}>
        <li>
          <Swatch kind="deposit" />
          {t('statements.kinds.deposit')}
        </li>
        <li>
          <Swatch kind="withdrawal" />
          {t('statements.kinds.withdrawal')}
        </li>
        <li>{t('statements.chart_unit')}</li>
      </ul>
    </div>
  );
}

type BarKind = 'deposit' | 'withdrawal';

/** What was nothing has no bar, not even its outline. */
function Bar({ kind, ...at }: { kind: BarKind; x: number; y: number; width: number; height: number }) {
  return at.height > 0 ? <rect className={styles[kind]} rx={Math.min(2, at.width / 4)} {...at} /> : null;
}

function Swatch({ kind }: { kind: BarKind }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true">
      <rect className={styles[kind]} x={0.5} y={0.5} width={9} height={9} rx={2} />
    </svg>
  );
}
