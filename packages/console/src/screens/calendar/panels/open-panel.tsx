import { useEffect, useRef } from 'react';
import { useResources } from '../../../api/queries/resources.ts';
import type { NightSelection } from '../../../domain/calendar/night-selection.ts';
import type { CalendarSearch } from '../calendar-search.ts';
import type { ChartActions } from '../chart/chart-actions.ts';
import type { BarWords } from '../chart/use-bar-words.ts';
import type { EntryRow } from '../chart/use-chart.ts';
import type { FoundEntry } from '../use-calendar.ts';
import { BlockPanel } from './block-panel.tsx';
import { NightsPanel } from './nights-panel.tsx';
import { StayPanel } from './stay-panel.tsx';

interface OpenPanelProps {
  readonly search: CalendarSearch;
  readonly marked: NightSelection | null;
  /** Undefined where the chart does not show it: the panel of a stay is there all the same. */
  readonly open: FoundEntry | undefined;
  readonly words: BarWords;
  readonly actions: ChartActions;
  readonly rows: readonly EntryRow[];
  readonly onMove: (bookingId: string) => void;
}

/** The panel of what is open or marked; closing it leads back to where it was opened. */
export function OpenPanel({ search, marked, open, words, actions, rows, onMove }: OpenPanelProps) {
  const resources = useResources();
  const isClosing = useRef(false);
  const isOpen = search.stay !== undefined || search.block !== undefined || marked !== null;
  useEffect(() => {
    // Once it is gone: below a dialog of the panel nothing takes the focus.
    if (isClosing.current && !isOpen) focusChart();
    if (!isOpen) isClosing.current = false;
  }, [isOpen]);
  const close = (): void => {
    isClosing.current = true;
    actions.close();
  };
  if (search.stay !== undefined)
    return (
      <StayPanel
        id={search.stay}
        guest={open?.entry.guestName}
        onMove={() => onMove(search.stay ?? '')}
        onClose={close}
      />
    );
  const blocked = open && resources.find(open.resourceId);
  if (search.block !== undefined && open && blocked)
    return <BlockPanel entry={open.entry} resource={blocked} words={words} onClose={close} />;
  const row = rows.find(({ key }) => key === marked?.row);
  const resource = row?.kind === 'lane' ? resources.find(row.resourceId) : undefined;
  if (marked === null || resource === undefined) return null;
  return <NightsPanel {...{ marked, resource, actions }} onClose={close} />;
}

/** The cell of the chart where the keyboard was, or the pointer has clicked. */
function focusChart(): void {
  document.querySelector<HTMLElement>('[role=grid] [data-cursor]')?.focus();
}
