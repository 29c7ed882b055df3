import { useEffect, useState } from 'react';
import { now } from '../../api/clock.ts';

/** The time of the API, again every so many milliseconds. */
export function useNow(everyMs: number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return at;
}
