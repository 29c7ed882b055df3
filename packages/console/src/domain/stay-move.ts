import { addDays } from '@lodging/format';
import type { Nights } from './calendar/chart-window.ts';

/** What a bar is of, as far as it decides where the bar may go. */
export interface Movable extends Nights {
  readonly kind: 'stay' | 'hold' | 'block';
  readonly state: string | null;
  readonly block: string | null;
}

/** The part of a bar that is moved: all of it, its arrival or its departure. */
export type MovedPart = 'whole' | 'start' | 'end';

/** Why a bar stays where it is. */
export type Immovable = 'imported' | 'checked-in' | 'over' | 'block-stays';

export interface Target extends Nights {
  readonly resourceId: string;
}

export function immovable({ kind, state, block }: Movable, part: MovedPart): Immovable | null {
  if (kind === 'block') return block === 'external' ? 'imported' : null;
  if (state === 'checked_in') return part === 'end' ? null : 'checked-in';
  return state === 'confirmed' || state === 'held' ? null : 'over';
}

/** Where a bar is after a move by days; at least one night remains. */
export function movedBy({ from, to }: Nights, part: MovedPart, days: number): Nights {
  if (part === 'whole') return { from: addDays(from, days), to: addDays(to, days) };
  if (part === 'start') {
    const begin = addDays(from, days);
    return { from: begin < to ? begin : addDays(to, -1), to };
  }
  const end = addDays(to, days);
  return { from, to: end > from ? end : addDays(from, 1) };
}
