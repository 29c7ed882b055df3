import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import css from './panels.module.css';

interface SidePanelProps {
  readonly title: string;
  /** What is open: another one takes the focus again. */
  readonly id: string;
  /** False: the focus stays in the chart, where the nights are being marked. */
  readonly takesFocus?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What is chosen in the chart, beside it. Escape closes it. */
export function SidePanel({ title, id, takesFocus = true, onClose, children }: SidePanelProps) {
  const { calendar: texts } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [id, takesFocus]);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, from any of its buttons.
    <section
      aria-labelledby={titleId}
      className={css.panel}
      onKeyDown={(event) => {
        const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
        if (event.key !== 'Escape' || isInDialog) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={css.panelHead}>
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        <Button kind="quiet" onPress={onClose}>
          {texts.close}
        </Button>
      </div>
      {children}
    </section>
  );
}
