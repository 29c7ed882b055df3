import { useState } from 'react';
import { useMedia } from '../../ui/hooks/use-media.ts';

/** Two months; fewer where each day is a card. */
const MOST = 62;
const MOST_CARDS = 10;

interface FirstDays {
  readonly first: readonly string[];
  /** Undefined where all are shown. */
  readonly showAll: (() => void) | undefined;
}

/** The first dates of a long table, and all of them on request and on paper. */
export function useFirstDays(dates: readonly string[]): FirstDays {
  const most = useMedia('(max-width: 45rem)') ? MOST_CARDS : MOST;
  const isOnPaper = useMedia('print');
  const [isAll, setAll] = useState(false);
  if (isAll || isOnPaper || dates.length <= most) return { first: dates, showAll: undefined };
  return { first: dates.slice(0, most), showAll: () => setAll(true) };
}
