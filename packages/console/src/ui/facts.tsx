import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './facts.module.css';

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>;
}

/** A name and what it has. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <dt id={id}>{name}</dt>
      <dd aria-labelledby={id}>{children}</dd>
    </div>
  );
}
