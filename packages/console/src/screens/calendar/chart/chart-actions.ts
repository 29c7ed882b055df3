import type { OccupancyEntry } from '../../../api/records.ts';
import type { Nights } from '../../../domain/calendar/chart-window.ts';
import type { NightSelection } from '../../../domain/calendar/night-selection.ts';
import type { Immovable, MovedPart } from '../../../domain/stay-move.ts';

/** Where a bar was dropped. */
export interface Drop extends Nights {
  readonly entry: OccupancyEntry;
  readonly resourceId: string;
}

/** What pointer and keyboard do in the chart. */
export interface ChartActions {
  readonly open: (entry: OccupancyEntry) => void;
  readonly close: () => void;
  readonly mark: (selection: NightSelection) => void;
  /** Goes to a new booking; does nothing for whom that is not allowed. */
  readonly book: (resourceId: string, nights: Nights) => void;
  readonly mayBook: boolean;
  readonly mayMove: (entry: OccupancyEntry) => boolean;
  readonly drop: (drop: Drop) => void;
  readonly explain: (why: Immovable, entry: OccupancyEntry) => void;
  readonly showToday: () => void;
  /** Moves the window so that it has the date. */
  readonly follow: (date: string) => void;
}

export interface MovedBar {
  readonly entry: OccupancyEntry;
  readonly part: MovedPart;
  /** Where it is. */
  readonly fromId: string;
  /** Where it goes to. */
  readonly resourceId: string;
  readonly days: number;
}
