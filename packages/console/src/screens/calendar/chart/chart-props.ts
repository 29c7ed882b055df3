import type { NightSelection } from '../../../domain/calendar/night-selection.ts';
import type { ChartActions } from './chart-actions.ts';
import type { ChartGeometry } from './geometry.ts';
import type { BarWords } from './use-bar-words.ts';
import type { EntryLane, EntryRow } from './use-chart.ts';
import type { PricesOf } from './use-night-prices.ts';
import type { Occupied } from './use-occupancy.ts';

export interface ChartGridProps {
  readonly rows: readonly EntryRow[];
  readonly geometry: ChartGeometry;
  readonly words: BarWords;
  readonly today: string;
  readonly free: readonly (number | null)[];
  readonly occupied: Occupied;
  readonly marked: NightSelection | null;
  readonly openId: string | null;
  readonly at: number;
  readonly pricesOf: PricesOf;
  readonly ghosts: readonly Ghost[];
  readonly actions: ChartActions;
  readonly laneName: (row: EntryLane) => string;
  readonly groupName: (key: string) => string;
  readonly onToggle: (group: string) => void;
  /** The rows that are drawn. */
  readonly onRange: (first: number, last: number) => void;
}

/** Nights that a stay has once its change is paid. */
export interface Ghost {
  readonly id: string;
  readonly resourceId: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
}
