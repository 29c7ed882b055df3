import { useEffect, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import css from './skeleton.module.css';

const APPEARS_AFTER_MS = 200;

/** The place of rows that are on their way. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  const { common } = useTexts();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), APPEARS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={css.skeleton} aria-busy="true">
      <span className="hidden">{common.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
}
