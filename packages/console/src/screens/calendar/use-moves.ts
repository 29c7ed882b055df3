import { useState } from 'react';
import type { ChartWindow } from '../../domain/calendar/chart-window.ts';
import type { NightSelection } from '../../domain/calendar/night-selection.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { CalendarSearch } from './calendar-search.ts';
import type { Drop } from './chart/chart-actions.ts';
import type { EntryRow } from './chart/use-chart.ts';
import type { BarWords } from './chart/use-bar-words.ts';
import { useBlockMove } from './use-block-move.ts';
import { findEntry } from './use-calendar.ts';
import { useChartActions } from './use-chart-actions.ts';

/** A stay that is about to be moved: where it was dropped, or by the fields of the dialog. */
interface MovedStay {
  readonly id: string;
  readonly drop?: Drop;
}

interface MovesOptions {
  readonly search: CalendarSearch;
  readonly window: ChartWindow;
  readonly change: (change: CalendarSearch) => void;
  readonly rows: readonly EntryRow[];
  readonly words: BarWords;
}

/** What is marked and moved in the chart. */
export function useMoves({ search, window, change, rows, words }: MovesOptions) {
  const { calendar: texts } = useTexts();
  const [marked, setMarked] = useState<NightSelection | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [moved, setMoved] = useState<MovedStay | null>(null);
  const block = useBlockMove();
  const isOpen = search.stay !== undefined || search.block !== undefined;
  const moveBlock = (drop: Drop): void => {
    const home = findEntry(rows, drop.entry.id)?.resourceId;
    if (home !== undefined && home !== drop.resourceId) setReason(texts.why['block-stays']);
    else void block.run(drop);
  };
  const moveStay = (drop: Drop): void => setMoved({ id: drop.entry.id, drop });
  const actions = useChartActions({
    window,
    words,
    isOpen,
    change,
    setMarked,
    setReason: (text) => {
      setReason(text);
      if (text === null) block.clear();
    },
    moveStay,
    moveBlock,
  });
  return { marked, reason, moved, setMoved, actions, blockError: block.error };
}
