import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import css from './chart.module.css';

export interface ChartProps {
  /** One for each value, as they are written below the chart. */
  readonly dates: readonly string[];
  readonly lines: readonly ChartLine[];
  /** The highest value that there can be. */
  readonly most?: number;
  readonly write: (value: number) => string;
}

interface ChartLine {
  readonly name: string;
  /** For the eye alone, so that they need not be exact. */
  readonly values: readonly number[];
  readonly kind: 'bars' | 'line' | 'dashes';
}

const HEIGHT = 200;

/** A picture of numbers that stand in a table beside it, so that screen readers pass over it. */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { dates, lines, most, write } = props;
  // The arrays of a render differ while their numbers do not.
  const key = JSON.stringify({ dates, lines, most });
  const writer = useRef(write);
  useEffect(() => {
    writer.current = write;
  });
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const shown = JSON.parse(key) as Omit<ChartProps, 'write'>;
    const drawn = draw(current, { ...shown, write: (value) => writer.current(value) });
    const redraw = (): void => drawn.colour();
    const resized = new ResizeObserver(() => drawn.resize());
    resized.observe(current);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', redraw);
      drawn.destroy();
    };
  }, [key]);
  return (
    <div aria-hidden="true">
      {lines.length > 1 && (
        <ul className={css.legend}>
          {lines.map(({ name, kind }) => (
            <li key={name} className={css[kind]}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={place} className={css.place} />
    </div>
  );
}

interface Drawn {
  readonly resize: () => void;
  readonly colour: () => void;
  readonly destroy: () => void;
}

function draw(place: HTMLElement, props: ChartProps): Drawn {
  let plot = plotIn(place, props);
  return {
    resize: () => plot.setSize({ width: place.clientWidth, height: HEIGHT }),
    colour() {
      plot.destroy();
      plot = plotIn(place, props);
    },
    destroy: () => plot.destroy(),
  };
}

function plotIn(place: HTMLElement, { dates, lines, most, write }: ChartProps): uPlot {
  const colours = coloursOf(place);
  const axis = { stroke: colours.quiet, font: `11px ${getComputedStyle(place).fontFamily}` };
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_plot, first, last) => [first - 0.5, last + 0.5] },
      y: { range: (_plot, _least, largest) => [0, most ?? (largest > 0 ? largest * 1.08 : 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { show: false },
        space: 72,
        incrs: [1, 2, 7, 14, 28, 56],
        values: (_plot, splits) => splits.map((index) => dates[index] ?? ''),
      },
      {
        ...axis,
        size: 78,
        grid: { stroke: colours.line, width: 1 },
        ticks: { show: false },
        values: (_plot, splits) => splits.map(write),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOf(line, colours))],
  };
  const values = lines.map((line) => [...line.values]);
  return new uPlot(options, [dates.map((_date, index) => index), ...values], place);
}

function seriesOf({ kind }: ChartLine, colours: Colours): uPlot.Series {
  const plain = { points: { show: false } };
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.12 });
    return { ...plain, fill: colours.accent, width: 0, ...(paths && { paths }) };
  }
  if (kind === 'line') return { ...plain, stroke: colours.accent, width: 2 };
  return { ...plain, stroke: colours.warn, width: 2, dash: [5, 4] };
}

interface Colours {
  readonly accent: string;
  readonly warn: string;
  readonly quiet: string;
  readonly line: string;
}

/** A canvas knows no custom properties: an element that has their colours says what they are in this theme. */
function coloursOf(place: HTMLElement): Colours {
  const probe = place.appendChild(document.createElement('span'));
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = { accent: read('accent'), warn: read('warn'), quiet: read('quiet'), line: read('line') };
  probe.remove();
  return colours;
}
