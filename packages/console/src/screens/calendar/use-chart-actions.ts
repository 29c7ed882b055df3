import { addDays } from '@lodging/format';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { announce } from '../../api/messages.ts';
import { useMay } from '../../api/permissions.ts';
import { stepOf } from '../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../domain/calendar/chart-window.ts';
import { nightsOf } from '../../domain/calendar/night-selection.ts';
import type { NightSelection } from '../../domain/calendar/night-selection.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import type { CalendarSearch } from './calendar-search.ts';
import type { ChartActions, Drop } from './chart/chart-actions.ts';
import type { BarWords } from './chart/use-bar-words.ts';
import { newBookingAddress } from './new-booking-address.ts';

interface ActionOptions {
  readonly window: ChartWindow;
  readonly words: BarWords;
  /** A panel of a stay or a block is open. */
  readonly isOpen: boolean;
  readonly change: (change: CalendarSearch) => void;
  readonly setMarked: (selection: NightSelection | null) => void;
  readonly moveStay: (drop: Drop) => void;
  readonly moveBlock: (drop: Drop) => void;
  /** Says why a bar does not move, where it is seen. */
  readonly setReason: (reason: string | null) => void;
}

const NOTHING_OPEN = { stay: undefined, block: undefined } as const;

/** The same actions as long as the screen is there, so that the chart is not drawn again for them. */
export function useChartActions(options: ActionOptions): ChartActions {
  const { calendar: texts } = useTexts();
  const { shortDate } = useFormats();
  const { history } = useRouter();
  const may = useMay();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [mayBook, mayClose] = [may('book'), may('house')];
  return useMemo(() => {
    const show = (marked: NightSelection | null, open: CalendarSearch): void => {
      const { setReason, setMarked, change, isOpen } = latest.current;
      setReason(null);
      setMarked(marked);
      if (isOpen || Object.keys(open).length > 0) change({ ...NOTHING_OPEN, ...open });
    };
    return {
      mayBook,
      mayMove: ({ kind }) => (kind === 'block' ? mayClose : mayBook),
      open: (entry) => show(null, entry.kind === 'block' ? { block: entry.id } : { stay: entry.id }),
      close: () => show(null, {}),
      mark(selection) {
        show(selection, {});
        const { from, to } = nightsOf(selection);
        announce(texts.marked(shortDate(from), shortDate(to)));
      },
      book(resourceId, nights) {
        if (mayBook) history.push(newBookingAddress(resourceId, nights));
      },
      drop(drop) {
        latest.current.setReason(null);
        if (drop.entry.kind === 'block') latest.current.moveBlock(drop);
        else latest.current.moveStay(drop);
      },
      explain: (why, entry) => latest.current.setReason(latest.current.words.whyOf(why, entry)),
      showToday: () => latest.current.change({ from: undefined }),
      follow: (date) => latest.current.change({ from: movedUntil(latest.current.window, date) }),
    };
  }, [texts, shortDate, history, mayBook, mayClose]);
}

/** The begin of the window after as many whole steps as it takes to have the date in view. */
function movedUntil(window: ChartWindow, date: string): string {
  const step = date < window.from ? -stepOf(window) : stepOf(window);
  let { from, to } = window;
  while (date < from || date >= to) {
    from = addDays(from, step);
    to = addDays(to, step);
  }
  return from;
}
