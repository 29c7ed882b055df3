import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import css from './screen.module.css';

interface ScreenProps {
  readonly title: string;
  /** Beside the heading: a date, a state. */
  readonly aside?: ReactNode;
  /** Buttons at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let isFirst = true;

/** A screen has one heading, which names the page, and takes the focus after a navigation. */
export function Screen({ title, aside, actions, children }: ScreenProps) {
  const { tenant } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${tenant.name}`;
  }, [title, tenant.name]);
  useEffect(() => {
    // The page itself was opened: the focus begins at its top.
    if (!isFirst && document.querySelector('dialog[open]') === null) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {aside}
        {actions !== undefined && <div className={css.actions}>{actions}</div>}
      </div>
      {children}
    </>
  );
}
