import { addDays } from '@lodging/format';
import type { Nights } from './chart-window.ts';

/** Nights of one row that are marked, from where the marking began to where it is now. */
export interface NightSelection {
  readonly row: string;
  readonly anchor: string;
  readonly head: string;
}

/** As dates of a stay: the departure is the morning after the last night. */
export function nightsOf({ anchor, head }: Pick<NightSelection, 'anchor' | 'head'>): Nights {
  const [first, last] = anchor <= head ? [anchor, head] : [head, anchor];
  return { from: first, to: addDays(last, 1) };
}

/** Moves the head towards a date, and stops before the first night that may not be marked. */
export function extendTo(
  selection: NightSelection,
  date: string,
  mayMark: (night: string) => boolean,
): NightSelection {
  const step = date < selection.anchor ? -1 : 1;
  let head = selection.anchor;
  while (head !== date) {
    const next = addDays(head, step);
    if (!mayMark(next)) break;
    head = next;
  }
  return { ...selection, head };
}
