import { datesOf } from '../../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../../domain/calendar/chart-window.ts';

/** Where things are in the chart, in pixels. */
export interface ChartGeometry {
  readonly window: ChartWindow;
  readonly dates: readonly string[];
  /** What screen readers say of a free night. */
  readonly freeNames: readonly string[];
  readonly nightWidth: number;
  readonly headingWidth: number;
  readonly headHeight: number;
  readonly rowHeight: number;
  readonly groupHeight: number;
  readonly width: number;
  /** A night begins in the middle of its day: a guest comes after noon and leaves before it. */
  readonly leftOf: (night: number) => number;
}

const HEADING_WIDTH = 196;
const HEAD_HEIGHT = 74;
const GROUP_HEIGHT = 28;
const ROW_HEIGHTS = { compact: 30, comfortable: 38 };
/** The narrowest night, by the number of days: a name has to be readable, and a target large enough. */
const NARROWEST: Readonly<Record<number, number>> = { 14: 52, 28: 38, 60: 38 };
const SCROLLBAR = 16;

interface GeometryInput {
  readonly window: ChartWindow;
  readonly available: number;
  readonly density: keyof typeof ROW_HEIGHTS;
  readonly freeNight: (date: string) => string;
}

export function geometryOf({ window, available, density, freeNight }: GeometryInput): ChartGeometry {
  const { days } = window;
  const fitting = Math.floor((available - HEADING_WIDTH - SCROLLBAR) / (days + 0.5));
  const nightWidth = Math.max(NARROWEST[days] ?? NARROWEST[60] ?? 0, fitting);
  const dates = datesOf(window);
  return {
    window,
    dates,
    freeNames: dates.map(freeNight),
    nightWidth,
    headingWidth: HEADING_WIDTH,
    headHeight: HEAD_HEIGHT,
    rowHeight: ROW_HEIGHTS[density],
    groupHeight: GROUP_HEIGHT,
    width: HEADING_WIDTH + nightWidth * (days + 0.5),
    leftOf: (night) => HEADING_WIDTH + nightWidth * (night + 0.5),
  };
}
