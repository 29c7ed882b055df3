import type { ChartWindow } from '../../domain/calendar/chart-window.ts';
import { useWidth } from '../../ui/hooks/use-width.ts';
import css from './calendar.module.css';
import type { CalendarSearch } from './calendar-search.ts';
import { Chart } from './chart.tsx';
import type { BarWords } from './chart/use-bar-words.ts';
import { ChartList } from './chart-list.tsx';
import { OpenPanel } from './panels/open-panel.tsx';
import type { useCalendar } from './use-calendar.ts';
import { findEntry } from './use-calendar.ts';
import type { useMoves } from './use-moves.ts';

interface CalendarAreaProps {
  readonly calendar: ReturnType<typeof useCalendar>;
  readonly moves: ReturnType<typeof useMoves>;
  readonly search: CalendarSearch;
  readonly window: ChartWindow;
  readonly words: BarWords;
  readonly today: string;
  readonly at: number;
  readonly isList: boolean;
  readonly change: (change: CalendarSearch) => void;
}

/** The chart or the list, and beside it the panel of what is open. */
export function CalendarArea({ isList, moves, ...area }: CalendarAreaProps) {
  const { calendar, search, window, words, at } = area;
  const { actions, marked, setMoved } = moves;
  const { rows } = calendar;
  const { ref, width } = useWidth<HTMLDivElement>();
  const open = findEntry(rows, search.stay ?? search.block);
  return (
    <div ref={ref} className={css.area}>
      {isList && (
        <div className={css.list}>
          <ChartList {...calendar} {...{ window, words, at }} onOpen={actions.open} />
        </div>
      )}
      {!isList && rows.length > 0 && width > 0 && (
        <Chart {...area} marked={marked} actions={actions} available={width} />
      )}
      <OpenPanel {...{ search, marked, open, words, actions, rows }} onMove={(id) => setMoved({ id })} />
    </div>
  );
}
