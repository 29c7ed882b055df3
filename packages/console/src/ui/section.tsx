import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part of a screen: a region with the name of its heading. */
export function Section({ title, aside, actions, className, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={className === undefined ? css.section : `${css.section} ${className}`}
    >
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside}
        {actions !== undefined && <div className={css.actions}>{actions}</div>}
      </div>
      <div className={css.body}>{children}</div>
    </section>
  );
}
