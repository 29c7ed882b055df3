import { useEffect, useRef, useState } from 'react';
import { announce } from '../../api/messages.ts';
import { useTexts } from '../../texts/use-texts.ts';

const NEW_MS = 60_000;

/** The ids that have come since the list was first read, for a minute; they are announced once. */
export function useNewRows(list: string, ids: readonly string[], isLoaded: boolean): ReadonlySet<string> {
  const { today: texts } = useTexts();
  const seen = useRef<{ list: string; ids: Set<string> } | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const joined = ids.join(' ');
  useEffect(() => {
    if (!isLoaded) return;
    const current = joined === '' ? [] : joined.split(' ');
    if (seen.current?.list !== list) {
      seen.current = { list, ids: new Set(current) };
      setFresh(new Set());
      return;
    }
    const known = seen.current.ids;
    const added = current.filter((id) => !known.has(id));
    if (added.length === 0) return;
    for (const id of added) known.add(id);
    announce(texts.newArrivals(added.length));
    setFresh((before) => new Set([...before, ...added]));
    setTimeout(() => setFresh((before) => new Set([...before].filter((id) => !added.includes(id)))), NEW_MS);
  }, [list, joined, isLoaded, texts]);
  return fresh;
}
