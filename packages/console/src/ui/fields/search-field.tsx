import { useEffect, useId, useRef, useState } from 'react';
import css from './search-field.module.css';

const AFTER_TYPING_MS = 300;

/** The API searches from here on. */
export const SHORTEST_SEARCH = 3;

interface SearchFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly onChange: (text: string | undefined) => void;
}

/** Says what is searched, once the typing has paused; undefined for nothing. */
export function SearchField({ label, hint, text, onChange }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  const said = useRef(text);
  useEffect(() => {
    // Changed elsewhere, as by a filter that is taken off.
    if (text !== said.current) setTyped(text);
    said.current = text;
  }, [text]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text || (wanted !== '' && wanted.length < SHORTEST_SEARCH)) return undefined;
    const timer = setTimeout(() => {
      said.current = wanted;
      onChange(wanted === '' ? undefined : wanted);
    }, AFTER_TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <div className={css.search} role="search">
      <label className="hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder={label}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  );
}
