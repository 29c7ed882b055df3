import type { ReactNode } from 'react';
import css from './facts.module.css';

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>;
}

/** A name and what it has. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
