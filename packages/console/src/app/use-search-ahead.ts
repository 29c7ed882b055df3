import { useCallback, useEffect, useState } from 'react';
import { writeSearch } from './search.ts';

interface Ahead<Search> {
  readonly search: Search;
  /** What the address is on its way to, oldest first. */
  readonly sent: readonly string[];
}

/**
 * The query of the address, and what changes it. The router shows a change a moment later: until then the fields of the
 * screen have what was typed into them, so that no letter is lost.
 */
export function useSearchAhead<Search extends object>(
  address: Search,
  write: (changed: Search) => void,
): readonly [Search, (changed: Search) => void] {
  const [ahead, setAhead] = useState<Ahead<Search> | null>(null);
  const reached = writeSearch(address);
  useEffect(() => {
    setAhead((before) => {
      const at = before?.sent.indexOf(reached) ?? -1;
      // Another address, as by a link, or the last one that was sent.
      if (before === null || at < 0 || at === before.sent.length - 1) return null;
      return { ...before, sent: before.sent.slice(at + 1) };
    });
  }, [reached]);
  const change = useCallback(
    (changed: Search): void => {
      setAhead((before) => {
        const search = { ...(before?.search ?? address), ...changed };
        return { search, sent: [...(before?.sent ?? []), writeSearch(search)] };
      });
      write(changed);
    },
    [address, write],
  );
  return [ahead?.search ?? address, change];
}
