import { memo, useState } from 'react';
import { immovable } from '../../../domain/stay-move.ts';
import css from './chart.module.css';
import type { ChartGeometry } from './geometry.ts';
import { SIGNS } from './use-bar-words.ts';
import type { BarWords } from './use-bar-words.ts';
import type { EntryBar } from './use-chart.ts';

interface BarCellProps {
  readonly bar: EntryBar;
  readonly resourceId: string;
  readonly geometry: ChartGeometry;
  readonly words: BarWords;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  readonly at: number;
}

/** A stay, a hold or a block over its nights. Of one with several units, the first bar alone has its id. */
export const BarCell = memo(function BarCell(props: BarCellProps) {
  const { bar, resourceId, geometry, words, isCursor, isOpen, at } = props;
  const { entry, part, first, nights } = bar;
  const { window } = geometry;
  const name = words.nameOf(entry, resourceId, part, at);
  const fixed = immovable(entry, 'whole');
  const why = fixed === null ? undefined : words.whyOf(fixed, entry);
  const marks = words.marksOf(entry);
  const id = entry.kind === 'block' ? { 'data-block': entry.id } : { 'data-booking': entry.id };
  return (
    <div
      role="gridcell"
      aria-colindex={first + 2}
      aria-colspan={nights}
      aria-label={name}
      title={why}
      {...(part === 0 ? id : {})}
      data-entry={entry.id}
      data-cursor={isCursor || undefined}
      data-open={isOpen || undefined}
      tabIndex={isCursor ? 0 : -1}
      className={`${css.bar} ${css[toneOf(bar)] ?? ''}`}
      data-before={entry.from < window.from || undefined}
      data-after={entry.to > window.to || undefined}
      data-urgent={marks.some((mark) => mark !== 'note') || undefined}
      style={{ left: geometry.leftOf(first), width: geometry.nightWidth * nights }}
    >
      <ChangeFlash version={entry.version} />
      <BarText
        bar={bar}
        label={words.labelOf(entry, at)}
        title={why === undefined ? name : `${name}. ${why}`}
      />
      {marks.length > 0 && (
        <span className={css.marks} aria-hidden="true">
          {marks.map((mark) => SIGNS[mark]).join(' ')}
        </span>
      )}
    </div>
  );
});

/** Seen once after a change that this desk may not have made. */
function ChangeFlash({ version }: { readonly version: number | null }) {
  const [first] = useState(version);
  return version === first ? null : <span key={version} className={css.flash} aria-hidden="true" />;
}

interface BarTextProps {
  readonly bar: EntryBar;
  readonly label: string;
  readonly title: string;
}

function BarText({ bar: { entry }, label, title }: BarTextProps) {
  const more = entry.kind === 'block' ? entry.note : entry.kind === 'hold' ? entry.guestName : null;
  return (
    <span className={css.label} aria-hidden="true" title={title}>
      <bdi>{label}</bdi>
      {entry.units > 1 && ` ×${entry.units}`}
      {more !== null && (
        <>
          {' · '}
          <bdi>{more}</bdi>
        </>
      )}
    </span>
  );
}

function toneOf({ entry }: EntryBar): string {
  if (entry.kind !== 'stay') return entry.kind;
  return entry.state === 'checked_in' || entry.state === 'checked_out' ? entry.state : 'confirmed';
}
