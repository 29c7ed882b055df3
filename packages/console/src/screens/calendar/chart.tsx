import { useCallback, useMemo } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import type { ChartWindow } from '../../domain/calendar/chart-window.ts';
import type { NightSelection } from '../../domain/calendar/night-selection.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import type { CalendarSearch } from './calendar-search.ts';
import type { ChartActions } from './chart/chart-actions.ts';
import { ChartGrid } from './chart/chart-grid.tsx';
import { geometryOf } from './chart/geometry.ts';
import type { BarWords } from './chart/use-bar-words.ts';
import type { EntryLane } from './chart/use-chart.ts';
import { useNightPrices } from './chart/use-night-prices.ts';
import type { useCalendar } from './use-calendar.ts';
import { useGhosts } from './use-calendar.ts';

interface ChartProps {
  readonly calendar: ReturnType<typeof useCalendar>;
  readonly search: CalendarSearch;
  readonly window: ChartWindow;
  readonly words: BarWords;
  readonly today: string;
  readonly at: number;
  readonly marked: NightSelection | null;
  readonly actions: ChartActions;
  readonly change: (change: CalendarSearch) => void;
  /** In pixels, with that of a panel. */
  readonly available: number;
}

/** The chart in the width that there is; its nights keep theirs when a panel is opened beside it. */
export function Chart({ calendar, search, window, change, available, ...chart }: ChartProps) {
  const { calendar: texts } = useTexts();
  const { date } = useFormats();
  const { density } = usePreferences();
  const { groups, resources } = calendar;
  const geometry = useMemo(
    () => geometryOf({ window, available, density, freeNight: (day) => texts.freeNight(date(day)) }),
    [window, available, density, texts, date],
  );
  const laneName = useCallback(
    (row: EntryLane): string => {
      const { name = '', units = 1 } = resources.find(row.resourceId) ?? {};
      if (row.isOver) return texts.over(name);
      return units === 1 ? name : texts.unitOf(name, row.lane + 1, units);
    },
    [resources, texts],
  );
  const { pricesOf, onRange } = useNightPrices(search.prices !== undefined, window, calendar.rows);
  const { toggle, range } = calendar;
  const onBoth = useCallback(
    (first: number, last: number): void => {
      range(first, last);
      onRange(first, last);
    },
    [range, onRange],
  );
  const ghosts = useGhosts(search.stay);
  return (
    <ChartGrid
      {...chart}
      {...calendar}
      geometry={geometry}
      openId={search.stay ?? search.block ?? null}
      ghosts={ghosts}
      laneName={laneName}
      groupName={(key) => groups.find((group) => group.key === key)?.name ?? texts.generic}
      onToggle={(key) => change({ closed: toggle(key) || undefined })}
      pricesOf={pricesOf}
      onRange={onBoth}
    />
  );
}
